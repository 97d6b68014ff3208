import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { read, STOP_SECONDS } from './files.ts';

const run = promisify(execFile);
const unit = read('deploy/systemd/outturn@.service');

async function unitFile(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'outturn-unit-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'outturn@3000.service');
  // The command exists on the machine that runs it only.
  await writeFile(file, unit.replace('/opt/outturn/node_modules/.bin/outturn', process.execPath));
  return file;
}

test('systemd finds no fault in the unit', { tags: 'systemd-analyze' }, async () => {
  const { stdout, stderr } = await run('systemd-analyze', ['verify', '--man=no', await unitFile()]);
  expect([stdout, stderr]).toEqual(['', '']);
});

test('the unit is exposed to less than 2 of 10', { tags: 'systemd-analyze' }, async () => {
  const options = ['--offline=true', '--threshold=20', '--no-pager'];
  const { stdout } = await run('systemd-analyze', ['security', ...options, await unitFile()]);
  expect(stdout).toContain('Overall exposure level');
});

test('systemd waits for a gateway to stop', () => {
  const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? [];
  expect(Number(seconds)).toBeGreaterThan(STOP_SECONDS);
});

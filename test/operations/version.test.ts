import { execFile } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { runOutturn } from '../support/load/run-outturn.ts';
import { makeScratchCopy } from '../support/scratch-copy.ts';

const root = path.resolve(import.meta.dirname, '../..');
const { version } = manifest;

test('the command prints its version', async () => {
  expect(await runOutturn('', '--version')).toEqual({ code: 0, output: `${version}\n`, errors: '' });
});

test('another version in the manifest is reported from then on', { timeout: 120_000 }, async () => {
  const copy = await makeScratchCopy();
  try {
    const file = path.join(copy.path, 'apps/gateway/package.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace(`"version": "${version}"`, '"version": "98.7.6"'));
    const { stdout } = await promisify(execFile)(process.execPath, [
      path.join(copy.path, 'scripts/run.mjs'),
      'outturn',
      '--version',
    ]);
    expect(stdout).toBe('98.7.6\n');
  } finally {
    await copy.remove();
  }
});

test('all packages have that version, and the changelog begins with it', () => {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const manifests = globSync('{apps,packages}/*/package.json', { cwd: root });
  expect(manifests.length).toBeGreaterThan(5);
  for (const file of manifests) expect(JSON.parse(read(file)).version, file).toBe(version);
  expect(/^## (\S+)/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version);
});

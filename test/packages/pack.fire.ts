import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { terminal } from '../support/machine.ts';
import { makeScratchCopy, type ScratchCopy } from '../support/scratch-copy.ts';

const run = promisify(execFile);
let folder: string;
let copy: ScratchCopy;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'outturn packed '));
  copy = await makeScratchCopy();
}, 180_000);
afterAll(() => Promise.all([copy.remove(), rm(folder, { recursive: true, force: true })]));

async function pack(...args: string[]) {
  const command = ['run', '--silent', 'pack', '--', ...args];
  const ended = await run('npm', command, { cwd: copy.path, env: terminal() }).catch((error) => error);
  return { code: 0, ...ended } as { code: number; stdout: string; stderr: string };
}

test('chosen packages are packed, with a line for each', { timeout: 180_000 }, async () => {
  const { code, stdout } = await pack(folder, '@outturn/sdk');
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^outturn-sdk-[\d.]+\.tgz {2}\d+\.\d KB\n$/),
  });
  expect(await readdir(folder)).toEqual([expect.stringMatching(/^outturn-sdk-[\d.]+\.tgz$/)]);
});

test('a second process waits for the first', { timeout: 180_000 }, async () => {
  const folders = ['first', 'second'].map((name) => path.join(folder, name));
  const ended = await Promise.all(folders.map((one) => pack(one, '@outturn/sdk')));
  expect(ended.map(({ code }) => code)).toEqual([0, 0]);
  expect(ended.map(({ stderr }) => stderr).sort()).toEqual([
    '',
    'Waiting for another process that is installing or building…\n',
  ]);
});

test('another version in the manifest is reported from then on', { timeout: 120_000 }, async () => {
  const file = path.join(copy.path, 'apps/gateway/package.json');
  const { version } = manifest;
  await writeFile(
    file,
    (await readFile(file, 'utf8')).replace(`"version": "${version}"`, '"version": "98.7.6"'),
  );
  const program = path.join(copy.path, 'scripts/run.mjs');
  const { stdout } = await run(process.execPath, [program, 'outturn', '--version']);
  expect(stdout).toBe('98.7.6\n');
});

test('a package that cannot be built leaves no tarball of any', { timeout: 180_000 }, async () => {
  await appendFile(
    path.join(copy.path, 'packages/sdk/src/index.ts'),
    'export { missing } from "./missing.ts";',
  );
  const empty = path.join(folder, 'empty');
  const { code, stdout, stderr } = await pack(empty, '@outturn/client', '@outturn/sdk');
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain("Could not resolve './missing.ts'");
  expect(await readdir(empty)).toEqual([]);
});

test.for([
  [[], 'Usage: npm run pack -- FOLDER [PACKAGE…]\n'],
  [['.', 'sdk'], 'There is no public package sdk.\nUsage: npm run pack'],
] as const)('%j are refused', async ([args, message]) => {
  const { code, stderr } = await pack(...args);
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(message) });
  expect(stderr).toContain('@outturn/client, ');
});

import { chown, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sessionSecret } from './session-secret.ts';
import { readSettings } from './settings.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'outturn-secret-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** The secret where the environment names none. */
const secretIn = (DATA_DIR: string) => sessionSecret(readSettings({ DATA_DIR }));

// As a power cut may leave it. Everybody knows a secret that is empty.
test.each([
  ['', 0],
  ['\n', 0],
  ['cut short\n', 9],
])('a session secret of %j stops the start, and stays as it is', async (secret, count) => {
  const file = path.join(folder, 'session-secret');
  await writeFile(file, secret);
  await expect(secretIn(folder)).rejects.toThrow(
    `The session secret in ${file} is damaged: it has ${count} characters. Restore it, or delete it for a new one`,
  );
  expect(await readdir(folder)).toEqual(['session-secret']);
  expect(await readFile(file, 'utf8')).toBe(secret);
  await rm(file);
  expect((await secretIn(folder)).length).toBeGreaterThan(32);
});

test('a session secret is not read through a link', async () => {
  await writeFile(path.join(folder, 'other'), 'x'.repeat(64));
  await symlink('other', path.join(folder, 'session-secret'));
  await expect(secretIn(folder)).rejects.toThrow('session-secret exists and is not a regular file');
});

test('a session secret is made once', async () => {
  const secret = await secretIn(folder);
  expect(await secretIn(folder)).toBe(secret);
  expect(await readdir(folder)).toEqual(['session-secret']);
});

test.runIf(process.getuid?.() === 0)(
  'a session secret that root makes is of the owner of DATA_DIR',
  async () => {
    await chown(folder, 54_321, 54_322);
    await secretIn(folder);
    const { uid, gid, mode } = await stat(path.join(folder, 'session-secret'));
    expect({ uid, gid, mode: mode & 0o777 }).toEqual({ uid: 54_321, gid: 54_322, mode: 0o600 });
  },
);

test('a DATA_DIR that is a file is told by its name', async () => {
  const file = path.join(folder, 'file');
  await writeFile(file, '');
  await expect(secretIn(file)).rejects.toThrow(
    `DATA_DIR (${file}) cannot be used: ENOTDIR: not a directory, open '${file}/session-secret'`,
  );
});

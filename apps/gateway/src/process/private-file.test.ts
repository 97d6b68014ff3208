import { execFile } from 'node:child_process';
import { link, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createPrivateFile, readPrivateFile } from './private-file.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'outturn-private-'));
  file = path.join(folder, 'file');
  onTestFinished(() => rm(folder, { recursive: true }));
});

async function write(text: string, options?: { replace: boolean }): Promise<void> {
  const handle = await createPrivateFile(file, options);
  await handle.writeFile(text);
  await handle.close();
}

test('file is for its owner alone, and exists once', async () => {
  await write('new');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await expect(write('other')).rejects.toThrow('EEXIST');
  expect(await readPrivateFile(file)).toBe('new');
});

test('file that is replaced is for its owner alone, and its other names keep their content', async () => {
  await writeFile(file, 'of others', { mode: 0o666 });
  await link(file, `${file}.other`);
  await write('new', { replace: true });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, 'utf8')).toBe('new');
  expect(await readFile(`${file}.other`, 'utf8')).toBe('of others');
});

test.each(['link', 'dangling link', 'pipe', 'folder'])('%s is neither written nor read', async (what) => {
  const target = path.join(folder, 'target');
  if (what === 'link') await writeFile(target, 'of others');
  if (what.endsWith('link')) await symlink(target, file);
  if (what === 'pipe') await promisify(execFile)('mkfifo', [file]);
  if (what === 'folder') await mkdir(file);
  await expect(write('new', { replace: true })).rejects.toThrow('not a regular file');
  await expect(readPrivateFile(file)).rejects.toThrow('not a regular file');
  if (what === 'link') expect(await readFile(target, 'utf8')).toBe('of others');
  if (what === 'dangling link') await expect(stat(target)).rejects.toThrow('ENOENT');
});

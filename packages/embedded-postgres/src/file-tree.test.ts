import {
  chmod,
  link,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { chownTree } from './file-tree.ts';

const ids = { uid: 54_321, gid: 54_322 };

describe.runIf(process.getuid?.() === 0)('a change of the owner of a cluster', () => {
  let folder: string;
  let tree: string;
  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'outturn-tree-')));
    tree = join(folder, 'postgres');
    await mkdir(join(tree, 'base'), { recursive: true });
    await writeFile(join(tree, 'base/1'), 'content');
  });
  afterEach(() => rm(folder, { recursive: true }));

  test('covers the whole tree and excludes other users', async () => {
    await chmod(join(tree, 'base'), 0o777);
    await chownTree(tree, ids);
    for (const path of ['', 'base', 'base/1']) expect(await lstat(join(tree, path))).toMatchObject(ids);
    for (const path of ['', 'base']) expect((await lstat(join(tree, path))).mode & 0o777).toBe(0o700);
  });

  test('follows no symbolic link', async () => {
    const outside = join(folder, 'outside');
    await writeFile(outside, '');
    await symlink(outside, join(tree, 'link'));
    await chownTree(tree, ids);
    expect(await lstat(join(tree, 'link'))).toMatchObject(ids);
    expect((await lstat(outside)).uid).toBe(0);
  });

  test('refuses a symbolic link in the place of the cluster', async () => {
    const link = join(folder, 'link');
    await symlink(tree, link);
    await expect(chownTree(link, ids)).rejects.toThrow('ENOTDIR');
    expect((await lstat(tree)).uid).toBe(0);
  });

  test('refuses a symbolic link above the cluster', async () => {
    await mkdir(join(folder, 'other'));
    await rename(tree, join(folder, 'other/postgres'));
    await symlink(join(folder, 'other'), join(folder, 'data'));
    await expect(chownTree(join(folder, 'data/postgres'), ids)).rejects.toThrow(
      `leads to ${join(folder, 'other/postgres')}`,
    );
    expect((await lstat(join(folder, 'other/postgres'))).uid).toBe(0);
  });

  test('separates the configuration from those who have it open', async () => {
    const path = join(tree, 'pg_hba.conf');
    await writeFile(path, 'scram', { mode: 0o640 });
    const held = await open(path, 'r+');
    await chownTree(tree, ids);
    await held.write('trust', 0);
    await held.close();
    expect(await readFile(path, 'utf8')).toBe('scram');
    expect(await lstat(path)).toMatchObject(ids);
    expect((await lstat(path)).mode & 0o777).toBe(0o640);
  });

  test('separates a file from its other names outside', async () => {
    const file = join(tree, 'base/1');
    const outside = join(folder, 'outside');
    await chmod(file, 0o4606);
    await link(file, outside);
    await chownTree(tree, ids);
    await writeFile(outside, 'changed');
    expect(await readFile(file, 'utf8')).toBe('content');
    expect(await lstat(file)).toMatchObject({ ...ids, nlink: 1 });
    expect((await lstat(outside)).uid).toBe(0);
  });

  test('removes the copy of a file that an interrupted change left behind', async () => {
    const file = join(tree, 'base/1');
    await link(file, join(folder, 'outside'));
    await writeFile(`${file}.outturn-unlinked`, 'con');
    await chownTree(tree, ids);
    expect(await readFile(file, 'utf8')).toBe('content');
    await expect(lstat(`${file}.outturn-unlinked`)).rejects.toThrow('ENOENT');
  });
});

import { execFile } from 'node:child_process';
import { chown, lstat, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ClusterPaths, prepareClusterPaths } from './cluster-paths.ts';
import { assertSameMajorVersion } from './cluster-version.ts';
import { readConnection, saveConnection } from './connection-file.ts';
import { loadPostgresBinaries } from './postgres-binaries.ts';
import { readPostmasterFile, removeMisleadingPostmasterFile } from './postmaster-file.ts';
import { openLog } from './server-log.ts';
import { createFile, readSmallFile } from './untrusted-files.ts';

const makePipe = (path: string) => promisify(execFile)('mkfifo', [path]);

describe.skipIf(process.platform === 'win32')('in a folder of another user', () => {
  let folder: string;
  let paths: ClusterPaths;
  let secret: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'outturn-guarded-'));
    paths = await prepareClusterPaths(join(folder, 'data'));
    await mkdir(paths.cluster);
    secret = join(folder, 'secret');
    await writeFile(secret, 'secret words');
  });
  afterEach(() => rm(folder, { recursive: true }));

  test('a link and a long file are not read', async () => {
    const path = join(folder, 'planted');
    await symlink(secret, path);
    await expect(readSmallFile(path)).rejects.toThrow('ELOOP');
    await writeFile(secret, 'x'.repeat(65_537));
    await expect(readSmallFile(secret)).rejects.toThrow('is larger than 64 KB');
    await writeFile(secret, 'x'.repeat(65_536));
    expect(await readSmallFile(secret)).toHaveLength(65_536);
  });

  test('a planted link is neither written to nor replaced by a new file', async () => {
    const path = join(folder, 'planted');
    await symlink(secret, path);
    await expect(createFile(path, 'password')).rejects.toThrow('EEXIST');
    expect(await readFile(secret, 'utf8')).toBe('secret words');
  });

  test('no pipe makes a start wait', async () => {
    const pid = join(paths.cluster, 'postmaster.pid');
    for (const path of [pid, paths.connection, paths.log]) await makePipe(path);
    expect(await readPostmasterFile(paths)).toBe(undefined);
    await removeMisleadingPostmasterFile(paths);
    await expect(lstat(pid)).rejects.toThrow('ENOENT');
    await expect(readConnection(paths)).rejects.toThrow('postgres.json is not a regular file');
    await expect(openLog(paths)).rejects.toThrow('ENXIO');
  });

  test.runIf(process.getuid?.() === 0)('a connection that a third user has planted is not used', async () => {
    await saveConnection(paths, { port: 20_000, password: 'known', settings: {}, isNew: true });
    await chown(paths.connection, 54_321, 54_321);
    await expect(readConnection(paths)).rejects.toThrow('belongs to another user (54321)');
    await chown(paths.dataDir, 54_321, 54_321);
    expect(await readConnection(paths)).toMatchObject({ password: 'known' });
  });

  test('the version of the database shows nothing else', async () => {
    const check = async () => {
      const account = {
        name: 'this user',
        command: (file: string, args: string[]) => ({ file, args, cwd: '/' }),
      };
      await assertSameMajorVersion(paths, await loadPostgresBinaries(), account);
    };
    const file = join(paths.cluster, 'PG_VERSION');
    await symlink(secret, file);
    await expect(check()).rejects.toThrow('ELOOP');
    await rm(file);
    await makePipe(file);
    await expect(check()).rejects.toThrow('is not a regular file');
    await rm(file);
    await writeFile(file, 'secret words');
    await expect(check()).rejects.toThrow(/^\S+PG_VERSION does not hold a version: restore it\.$/);
  });
});

import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { prepareClusterPaths } from './cluster-paths.ts';
import { saveConnection } from './connection-file.ts';

// On a full disk each attempt to restart PostgreSQL would leave one.
test('a connection that cannot be saved leaves no file behind', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'outturn-connection-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const paths = await prepareClusterPaths(folder);
  await mkdir(paths.connection);
  const connection = { port: 20_000, password: 'nobody knows', settings: {} };
  await expect(saveConnection(paths, connection)).rejects.toThrow('EISDIR');
  expect(await readdir(folder)).toEqual(['postgres.json']);
});

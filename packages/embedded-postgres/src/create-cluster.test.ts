import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { prepareClusterPaths } from './cluster-paths.ts';
import { saveConnection } from './connection-file.ts';
import { createCluster } from './create-cluster.ts';
import { restoreFileSystem, spyOnFileSystem } from './file-system.fixture.ts';
import { loadPostgresBinaries } from './postgres-binaries.ts';

test('a creation does not end with what an earlier one is still writing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'outturn-create-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  onTestFinished(restoreFileSystem);
  const paths = await prepareClusterPaths(folder);
  const id = '00000000000000ff';
  await saveConnection(paths, { port: 20_000, password: 'p', settings: {}, id, isNew: true });
  const account = {
    command: (_: string, args: string[]) => ({
      file: process.execPath,
      args: ['-e', '1', '--', ...args],
      cwd: '/',
    }),
  };
  const binaries = await loadPostgresBinaries();
  const spy = spyOnFileSystem('rm');
  spy.mockRejectedValueOnce(Object.assign(new Error('ENOTEMPTY'), { code: 'ENOTEMPTY' }));
  const { id: next } = await createCluster(paths, binaries, account, () => {});
  expect(spy.mock.calls[0]?.[0]).toBe(`/var/lib/outturn/${id}`);
  expect(next).toBe(undefined);
});

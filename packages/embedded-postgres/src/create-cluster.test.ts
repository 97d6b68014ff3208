import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { prepareClusterPaths } from './cluster-paths.ts';
import { saveConnection } from './connection-file.ts';
import { createCluster } from './create-cluster.ts';
import { restoreFileSystem, spyOnFileSystem } from './file-system.fixture.ts';

/** Creates a cluster with a script in the place of initdb, whose first argument is the folder. */
async function create(initdb: string, script: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'outturn-create-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const paths = await prepareClusterPaths(folder);
  const connection = await saveConnection(paths, { port: 20_000, password: 'p', settings: {} });
  await mkdir(join(folder, 'postgres.partial-0123/base'), { recursive: true });
  const account = {
    name: 'this user',
    command: (_: string, [pgdata = '']: string[]) => ({
      file: process.execPath,
      args: ['-e', script, '--', pgdata.replace('--pgdata=', '')],
      cwd: '/',
    }),
  };
  const binaries = { postgres: '', initdb, pg_ctl: '' };
  await createCluster({ paths, binaries, account, log: () => {} }, connection);
  return folder;
}

test('a creation does not end with what an earlier one is still writing', async () => {
  onTestFinished(restoreFileSystem);
  const spy = spyOnFileSystem('rm');
  spy.mockRejectedValueOnce(Object.assign(new Error('ENOTEMPTY'), { code: 'ENOTEMPTY' }));
  const folder = await create('initdb', 'fs.mkdirSync(process.argv[1])');
  expect(spy.mock.calls[0]?.[0]).toBe(join(folder, 'postgres.partial-0123'));
  expect((await readdir(folder)).sort()).toEqual(['postgres', 'postgres.json']);
});

test.each(['"', '$', '`'])('a failure of initdb in a folder with %s names the folder', async (character) => {
  const initdb = `/a${character}b/initdb`;
  await expect(create(initdb, 'process.exit(1)')).rejects.toThrow(`rename the folder of ${initdb}.`);
});

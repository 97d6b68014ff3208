import { setTimeout as sleep } from 'node:timers/promises';
import { createClusterClient, isServedFrom } from './cluster-client.ts';
import type { ClusterPaths } from './cluster-paths.ts';
import type { Connection } from './connection-file.ts';
import { errorCode } from './error-code.ts';
import { isPostmasterProcess, type PostmasterFile, readPostmasterFile } from './postmaster-file.ts';
import { isProcessAlive } from './process-identity.ts';

const CANNOT_CONNECT_NOW = '57P03';
const CONNECTION_ATTEMPTS = 10;

/** Ignores a `postmaster.pid` whose process id has been reused. */
export async function findRunningPostmaster(
  paths: ClusterPaths,
  connection: Connection,
): Promise<PostmasterFile | undefined> {
  const file = await readPostmasterFile(paths);
  if (!file || !(await isProcessAlive(file.pid))) return undefined;
  const ours =
    process.platform === 'linux'
      ? await isPostmasterProcess(file.pid, paths)
      : await answers(paths, { ...connection, port: file.port });
  return ours ? file : undefined;
}

/** For platforms without /proc: whether the cluster answers on its port. */
async function answers(paths: ClusterPaths, connection: Connection): Promise<boolean> {
  for (let attempt = 0; attempt < CONNECTION_ATTEMPTS; attempt++) {
    const client = createClusterClient(connection);
    try {
      await client.connect();
      return await isServedFrom(client, paths);
    } catch (error) {
      if (errorCode(error) === CANNOT_CONNECT_NOW) return true;
    } finally {
      await client.end().catch(() => {});
    }
    await sleep(100);
  }
  return false;
}

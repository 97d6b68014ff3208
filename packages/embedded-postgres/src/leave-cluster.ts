import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterPaths } from './cluster-paths.ts';
import { readConnection } from './connection-file.ts';
import { type Lease, STOPPING, tryLease } from './lease.ts';
import type { Log } from './log.ts';
import { findRunningPostmaster } from './running-postmaster.ts';
import { stopPostmaster } from './stop-postmaster.ts';

const RECOVERY_MS = 60_000;

type Used = { paths: ClusterPaths; log: Log };

/** The last user stops PostgreSQL. */
export async function leaveCluster(request: Used, held: Lease | undefined): Promise<void> {
  const isLast = await held?.release().catch(() => undefined);
  if (held && isLast !== undefined) return finish(request, held, isLast);

  await held?.close();
  const lease = await leaseAgain(request);
  if (lease) await finish(request, lease, await lease.release());
}

/**
 * Waits for recovery after a crash, because the process that restarted PostgreSQL may have been killed. Returns undefined if
 * it does not run or is being stopped.
 */
async function leaseAgain({ paths, log }: Used): Promise<Lease | undefined> {
  for (const deadline = Date.now() + RECOVERY_MS; Date.now() < deadline; await sleep(30)) {
    const connection = await readConnection(paths);
    if (!connection) return undefined;
    const attempt = await tryLease(paths, connection);
    if ('lease' in attempt) return attempt.lease;
    if (attempt.refusal.code === STOPPING) return undefined;
    if (!(await findRunningPostmaster(paths, connection))) return undefined;
  }
  log('PostgreSQL is still recovering: left it running', 'warn');
  return undefined;
}

async function finish({ paths, log }: Used, lease: Lease, isLast: boolean): Promise<void> {
  if (isLast) {
    log('stopping PostgreSQL', 'info');
    await stopPostmaster(paths);
  }
  await lease.close();
}

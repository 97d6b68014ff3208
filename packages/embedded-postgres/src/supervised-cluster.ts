import { setTimeout as sleep } from 'node:timers/promises';
import { backoff } from '@outturn/transport';
import { attachOrStart, type LeasedCluster, type StartRequest } from './attach-or-start.ts';
import type { Lease } from './lease.ts';
import { leaveCluster } from './leave-cluster.ts';

// The backoff restarts after the cluster has run this long.
const STABLE_MS = 30_000;

type SupervisedCluster = { url: string; superuserUrl: string; stop(): Promise<void> };

/** Restarts a crashed cluster under the same url until `stop`, which is idempotent. */
export async function superviseCluster(request: StartRequest): Promise<SupervisedCluster> {
  const first = await attachOrStart(request);
  const { url, superuserUrl } = first.connection;
  const stopping = new AbortController();
  const stopped = new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve()));
  let lease: Lease | undefined = first.lease;
  let stop: Promise<void> | undefined;

  const supervision = (async () => {
    for (let failures = 0; !stopping.signal.aborted; ) {
      const since = Date.now();
      if (lease) await Promise.race([lease.ended, stopped]);
      if (stopping.signal.aborted) return;
      lease = undefined;
      if (Date.now() - since > STABLE_MS) failures = 0;
      await backOff(failures++, stopping.signal);
      if (stopping.signal.aborted) return;
      lease = (await recover(request, url))?.lease;
    }
  })();

  return {
    url,
    superuserUrl,
    stop() {
      stop ??= (async () => {
        stopping.abort();
        await supervision;
        await leaveCluster({ paths: first.paths, log: request.log }, lease);
      })();
      return stop;
    },
  };
}

async function backOff(failures: number, signal: AbortSignal): Promise<void> {
  const delay = failures === 0 ? 0 : backoff(failures, { jitter: 1 });
  await sleep(delay, undefined, { signal, ref: false }).catch(() => {});
}

async function recover(request: StartRequest, url: string): Promise<LeasedCluster | undefined> {
  request.log('lost the connection to PostgreSQL; attaching again, or restarting it', 'warn');
  try {
    const cluster = await attachOrStart({ ...request, asBefore: true });
    if (cluster.connection.url !== url)
      request.log('PostgreSQL now runs under another url: restart this process', 'warn');
    else request.log('connected to PostgreSQL again', 'info');
    return cluster;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    for (const line of message.split('\n')) request.log(line, 'warn');
    return undefined;
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { createClusterClient, isServedFrom } from './cluster-client.ts';
import type { ClusterPaths } from './cluster-paths.ts';
import type { Connection } from './connection-file.ts';
import { errorCode } from './error-code.ts';

const LOCK_KEY = 0x6f757474; // "outt" in ASCII
const EXCLUSIVE_ATTEMPTS = 4;
const EXCLUSIVE_INTERVAL_MS = 40;

export const STOPPING = 'STOPPING';

/** A shared advisory lock that keeps the cluster running, held by one connection. */
export type Lease = {
  ended: Promise<void>;
  /** Returns true for the last user; no other process can then get a lease until `close`. */
  release(): Promise<boolean>;
  close(): Promise<void>;
};

/** `code` is a system error code or an SQLSTATE. */
type LeaseRefusal = { code: string; message: string };

export async function tryLease(
  paths: ClusterPaths,
  connection: Connection,
): Promise<{ lease: Lease } | { refusal: LeaseRefusal }> {
  const client = createClusterClient(connection);
  const ended = new Promise<void>((resolve) => client.once('end', resolve));

  try {
    await client.connect();
    const refusal = (await refuseForeign(client, paths)) ?? (await takeSharedLock(client));
    if (refusal) {
      await endQuietly(client);
      return { refusal };
    }
  } catch (error) {
    await endQuietly(client);
    return { refusal: describe(error) };
  }

  // Only a pending query keeps the process alive.
  client.unref();
  return {
    lease: {
      ended,
      async release() {
        client.ref();
        await client.query('SELECT pg_advisory_unlock_shared($1)', [LOCK_KEY]);
        return takeExclusiveLock(client);
      },
      close() {
        client.ref();
        return endQuietly(client);
      },
    },
  };
}

/** Another cluster can use the stored port, such as after a copy of the data directory. */
async function refuseForeign(client: Client, paths: ClusterPaths): Promise<LeaseRefusal | undefined> {
  if (await isServedFrom(client, paths)) return undefined;
  return { code: 'FOREIGN', message: 'another PostgreSQL cluster answers on the port' };
}

async function takeSharedLock(client: Client): Promise<LeaseRefusal | undefined> {
  const held = await askBoolean(client, 'SELECT pg_try_advisory_lock_shared($1) AS answer');
  return held ? undefined : { code: STOPPING, message: 'its last user is stopping PostgreSQL' };
}

/** Retries, because PostgreSQL notices a killed user with a delay. */
async function takeExclusiveLock(client: Client): Promise<boolean> {
  for (let attempt = 0; attempt < EXCLUSIVE_ATTEMPTS; attempt++) {
    if (attempt > 0) await sleep(EXCLUSIVE_INTERVAL_MS);
    if (await askBoolean(client, 'SELECT pg_try_advisory_lock($1) AS answer')) return true;
  }
  return false;
}

async function askBoolean(client: Client, question: string): Promise<boolean> {
  const { rows } = await client.query<{ answer: boolean }>(question, [LOCK_KEY]);
  return rows[0]?.answer === true;
}

async function endQuietly(client: Client): Promise<void> {
  await client.end().catch(() => {});
}

function describe(error: unknown): LeaseRefusal {
  return { code: errorCode(error), message: error instanceof Error ? error.message : String(error) };
}

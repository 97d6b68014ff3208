import cluster from 'node:cluster';
import { pooledConnections } from './connection-shares.ts';

const SLOT = 'OUTTURN_WORKER';

type WorkerOptions = {
  slot: number;
  /** If set, overrides the port of the settings. */
  port: number | undefined;
  workers: number;
  /** Connections of each worker. Undefined: by the number of workers. */
  poolSize: number | undefined;
  databaseUrl: string;
  secret: string;
};

/**
 * Variables that a worker gets in addition to the environment of the primary process. The primary has found the
 * database and the secret; workers use the same, and look for neither.
 */
export function workerEnvironment({ slot, port, workers, poolSize, databaseUrl, secret }: WorkerOptions) {
  return {
    ...(port !== undefined && { PORT: String(port) }),
    [SLOT]: String(slot),
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: String(poolSize ?? pooledConnections(workers)),
    SESSION_SECRET: secret,
  };
}

/** The number of this worker, from 1; its replacement has the same. Undefined in other processes. */
export function workerSlot(): number | undefined {
  const slot = process.env[SLOT];
  return cluster.isWorker && slot !== undefined ? Number(slot) : undefined;
}

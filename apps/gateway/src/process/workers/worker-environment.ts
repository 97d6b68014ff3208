import cluster from 'node:cluster';
import { pooledConnections } from './connection-shares.ts';

const SLOT = 'OUTTURN_WORKER';

type WorkerOptions = {
  slot: number;
  /** Overrides the port of the settings. */
  port: number | undefined;
  workers: number;
  /** Undefined: the default for this number of workers. */
  poolSize: number | undefined;
  databaseUrl: string;
  secret: string;
};

/** All workers use the database and secret that the primary process has found. */
export function workerEnvironment({ slot, port, workers, poolSize, databaseUrl, secret }: WorkerOptions) {
  return {
    ...(port !== undefined && { PORT: String(port) }),
    [SLOT]: String(slot),
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: String(poolSize ?? pooledConnections(workers)),
    SESSION_SECRET: secret,
  };
}

/** From 1; a replacement keeps it. Undefined in other processes. */
export function workerSlot(): number | undefined {
  const slot = process.env[SLOT];
  return cluster.isWorker && slot !== undefined ? Number(slot) : undefined;
}

import cluster from 'node:cluster';
import { pooledConnections } from './worker-count.ts';

const SLOT = 'OUTTURN_WORKER';

type Told = {
  slot: number;
  /** Where to listen, when it is not where the settings say. */
  port: number | undefined;
  /** How many workers there are. */
  workers: number;
  /** As the settings have it; undefined for what fits. */
  poolSize: number | undefined;
  databaseUrl: string;
  secret: string;
};

/** What a worker is told beside the environment of the primary process, which has found the database and the secret. */
export function workerEnvironment({ slot, port, workers, poolSize, databaseUrl, secret }: Told) {
  return {
    ...(port !== undefined && { PORT: String(port) }),
    [SLOT]: String(slot),
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: String(poolSize ?? pooledConnections(workers)),
    SESSION_SECRET: secret,
  };
}

/** Which worker of ours this process is, from 1 on; undefined in others. Whoever replaces one has its number. */
export function workerSlot(): number | undefined {
  const slot = process.env[SLOT];
  return cluster.isWorker && slot !== undefined ? Number(slot) : undefined;
}

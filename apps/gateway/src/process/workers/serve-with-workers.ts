import { RateLimiterClusterMaster } from 'rate-limiter-flexible';
import { openDatabase } from '../open-database.ts';
import type { Serving, ServingOptions } from '../server-process.ts';
import { workerEnvironment } from './worker-environment.ts';
import { WorkerPool } from './worker-pool.ts';

export async function serveWithWorkers(options: ServingOptions): Promise<Serving> {
  const { settings, logger, location, secret, workers, onEnd } = options;
  const shared = { workers, poolSize: settings.databasePoolSize, databaseUrl: location.url, secret };
  new RateLimiterClusterMaster();
  const pool = new WorkerPool({
    size: workers,
    logger,
    environment: (slot, port) => workerEnvironment({ ...shared, slot, port }),
    onFailure: onEnd,
  });
  try {
    return {
      port: await pool.start(),
      withDatabase: (work) => openDatabase(location, work),
      beginsToStop: () => pool.beginToStop(),
      close: () => pool.stop(),
    };
  } catch (error) {
    pool.kill();
    throw error;
  }
}

import { RateLimiterClusterMaster } from 'rate-limiter-flexible';
import { openDatabase } from '../open-database.ts';
import type { Serving, ServingOptions } from '../serving.ts';
import { Crew } from './crew.ts';
import { workerEnvironment } from './worker-environment.ts';

/** Serves in so many other processes. This one starts and replaces them, counts their limits and adds their metrics. */
export async function serveWithWorkers(options: ServingOptions): Promise<Serving> {
  const { settings, logger, location, secret, workers, onEnd } = options;
  const shared = { workers, poolSize: settings.databasePoolSize, databaseUrl: location.url, secret };
  new RateLimiterClusterMaster();
  const crew = new Crew({
    size: workers,
    logger,
    environment: (slot, port) => workerEnvironment({ ...shared, slot, port }),
    onGivenUp: onEnd,
  });
  try {
    return {
      port: await crew.start(),
      withDatabase: (work) => openDatabase(location, work),
      buildsDashboard: (isBuilding) => {
        crew.isBuildingDashboard = isBuilding;
      },
      close: () => crew.stop(),
    };
  } catch (error) {
    crew.kill();
    throw error;
  }
}

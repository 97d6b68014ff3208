import { migrate } from '@outturn/service';
import { sessionSecret } from '../accounts/session-secret.ts';
import { checkSessions } from '../check-sessions.ts';
import { dashboardBuild } from '../dashboard/build.ts';
import { type DatabaseLocation, locateDatabase } from '../database-location.ts';
import { createLogger } from '../observability/logger.ts';
import type { Serving, ServingOptions } from '../serving.ts';
import { readSettings } from '../settings.ts';
import { version } from '../version.ts';
import { welcomeOnFirstStart } from '../welcome.ts';
import { workerSlot } from '../workers/worker-environment.ts';
import { openDatabase } from './open-database.ts';

type ServeOptions = {
  /** How many processes serve. With more than one, this process only looks after them. */
  workers: number;
  /** Builds the dashboard in the background, when it is missing or older than its sources. */
  buildDashboard?: boolean;
};

/** `outturn serve`: migrates, listens, and runs until SIGTERM or SIGINT. */
export async function serve({ workers, buildDashboard = false }: ServeOptions): Promise<void> {
  if (workerSlot() !== undefined) {
    const { runWorker } = await import('../workers/worker.ts');
    return runWorker();
  }
  const settings = readSettings(process.env);
  const logger = createLogger(settings.logLevel);
  const secret = await sessionSecret(settings);
  const location = await locateDatabase(settings);
  const dashboard = dashboardBuild({
    onFailure: (message) => logger.error(`The dashboard cannot be built: ${message}`),
  });

  let isStopping = false;
  const stop = async (isWell: boolean) => {
    if (isStopping) return;
    isStopping = true;
    logger.info('stopping');
    dashboard.stop();
    const isInOrder = await serving.close();
    await location.release();
    process.exit(isWell && isInOrder ? 0 : 1);
  };
  const serving = await releasing(location, async () => {
    await checkSessions(settings);
    await openDatabase(location.directUrl ?? location.url, migrate);
    const start = await starter(workers);
    return start({ settings, logger, location, secret, dashboard, workers, onEnd: () => void stop(false) });
  });
  const baseUrl = settings.publicUrl ?? `http://localhost:${serving.port}`;
  const welcome = await serving.withDatabase((database) => welcomeOnFirstStart(database, baseUrl));
  if (welcome) process.stdout.write(`${welcome}\n`);
  const several = workers === 1 ? {} : { workers };
  logger.info({ version, url: baseUrl, port: serving.port, ...several }, 'Outturn is ready');
  if (logger.levelVal > 30 || process.stdout.isTTY) process.stdout.write(`Outturn is ready at ${baseUrl}\n`);

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(true));
  if (buildDashboard) {
    serving.buildsDashboard?.(true);
    await dashboard.start();
    serving.buildsDashboard?.(false);
  }
}

/** A process that only looks after others does not load what they serve. */
async function starter(workers: number): Promise<(options: ServingOptions) => Promise<Serving>> {
  if (workers > 1) return (await import('../workers/serve-with-workers.ts')).serveWithWorkers;
  return (await import('../serve-alone.ts')).serveAlone;
}

/** Lets go of the database where nothing comes of the work. */
async function releasing<T>(location: DatabaseLocation, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await location.release();
    throw error;
  }
}

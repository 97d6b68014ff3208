import { setTimeout as sleep } from 'node:timers/promises';
import { migrate, type SecurityEvent } from '@outturn/service';
import type { Logger } from 'pino';
import { dashboardBuild } from '../../http/dashboard/build.ts';
import { createLogger } from '../../observability/logger.ts';
import { logSecurityEvent } from '../../observability/security-log.ts';
import { version } from '../../observability/version.ts';
import { checkAutovacuum } from '../../process/check-autovacuum.ts';
import { checkConnections } from '../../process/check-connections.ts';
import { checkPooler } from '../../process/check-pooler.ts';
import { checkPublicUrl } from '../../process/check-public-url.ts';
import { locateDatabase } from '../../process/database-location.ts';
import { developmentNotice } from '../../process/development-notice.ts';
import { finishOrTell } from '../../process/finish-later.ts';
import { openDatabase } from '../../process/open-database.ts';
import { type Serving, type ServingOptions, SHUTDOWN_TIMEOUT } from '../../process/server-process.ts';
import { sessionSecret } from '../../process/session-secret.ts';
import { readSettings } from '../../process/settings.ts';
import { welcomeOnFirstStart } from '../../process/welcome.ts';
import { workerSlot } from '../../process/workers/worker-environment.ts';
import { baseUrl } from '../base-url.ts';

type ServeOptions = {
  /** With more than one, this process only supervises them. */
  workers: number;
  buildDashboard?: boolean;
};

/** `outturn serve`: migrates, listens, and runs until SIGTERM or SIGINT. */
export async function serve({ workers, buildDashboard = false }: ServeOptions): Promise<void> {
  if (workerSlot() !== undefined) {
    const { runWorker } = await import('../../process/workers/worker.ts');
    return runWorker();
  }
  const settings = readSettings(process.env);
  const logger = createLogger(settings.logLevel);
  checkPublicUrl(settings, logger);
  const secret = await sessionSecret(settings);
  const dashboard = dashboardBuild({
    onFailure: (message) => logger.error(`The dashboard cannot be built: ${message}`),
  });
  const locating = locateDatabase(settings, logger);

  let serving: Serving | undefined;
  let welcoming: Promise<void> | undefined;
  let stopping: Promise<never> | undefined;
  /** Ends the delay after SIGTERM. */
  const hurry = new AbortController();
  const stop = async (isWell: boolean): Promise<never> => {
    logger.info('stopping');
    const buildEnded = dashboard.stop();
    // The first key is shown only once, so a stop waits for the welcome, but not for a migration.
    await Promise.race([welcoming?.catch(() => undefined), sleep(SHUTDOWN_TIMEOUT)]);
    serving?.beginsToStop?.();
    if (serving) await sleep(settings.shutdownDelay, undefined, hurry).catch(() => undefined);
    const isInOrder = (await serving?.close()) ?? true;
    await locating.then(({ release }) => release()).catch(() => undefined);
    await Promise.race([buildEnded, sleep(SHUTDOWN_TIMEOUT)]);
    process.exit(isWell && isInOrder ? 0 : 1);
  };
  const stopOnce = (isWell: boolean) => {
    stopping ??= stop(isWell);
  };
  const stopAtOnce = (isWell: boolean) => {
    hurry.abort();
    stopOnce(isWell);
  };
  // Registered first, so that a signal never leaves an embedded PostgreSQL running.
  process.on('SIGTERM', () => stopOnce(true));
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => stopAtOnce(true));

  const location = await locating;
  try {
    await checkPooler(settings);
    await openDatabase(location, async (database) => {
      const migrated = await migrate(database);
      const isEmbedded = settings.databaseUrl === undefined;
      await finishOrTell(database, migrated, { isEmbedded, logger });
      await checkConnections(database, { settings, workers, logger });
      await checkAutovacuum(database, logger);
    });
    const start = await starter(workers);
    const onEnd = () => stopAtOnce(false);
    const isStopping = () => stopping !== undefined;
    serving = await start({ settings, logger, location, secret, dashboard, isStopping, workers, onEnd });
    if (!stopping)
      welcoming = welcome(serving, { url: baseUrl({ ...settings, port: serving.port }), logger });
    await welcoming;
  } catch (error) {
    if (!stopping) await location.release();
    else await stopping;
    throw error;
  }
  if (stopping) return stopping;
  const url = baseUrl({ ...settings, port: serving.port });
  const several = workers === 1 ? {} : { workers };
  const notice = developmentNotice(settings);
  if (notice) logger.info({ host: settings.host }, notice);
  logger.info({ version, url, port: serving.port, ...several }, 'Outturn is ready');
  if (logger.levelVal > 30 || process.stdout.isTTY)
    process.stdout.write(`Outturn is ready at ${url}\n${notice ? `${notice}\n` : ''}`);

  if (buildDashboard) {
    serving.buildsDashboard?.(true);
    await dashboard.start();
    serving.buildsDashboard?.(false);
  }
}

async function welcome(serving: Serving, { url, logger }: { url: string; logger: Logger }): Promise<void> {
  const tell = (event: SecurityEvent) => logSecurityEvent(logger, event);
  const text = await serving.withDatabase((database) => welcomeOnFirstStart(database, url, tell));
  if (text) process.stdout.write(`${text}\n`);
}

/** Lazy imports save memory in a supervising process. */
async function starter(workers: number): Promise<(options: ServingOptions) => Promise<Serving>> {
  if (workers > 1) return (await import('../../process/workers/serve-with-workers.ts')).serveWithWorkers;
  return (await import('../../process/serve-alone.ts')).serveAlone;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { migrate, type SecurityEvent } from '@outturn/service';
import type { Logger } from 'pino';
import { createLogger, type LogFormat, logFormatOf } from '../../observability/logger.ts';
import { logSecurityEvent } from '../../observability/security-log.ts';
import { version } from '../../observability/version.ts';
import { checkAutovacuum } from '../../process/check-autovacuum.ts';
import { checkConnections } from '../../process/check-connections.ts';
import { checkPooler } from '../../process/check-pooler.ts';
import { checkPublicUrl } from '../../process/check-public-url.ts';
import { locateDatabase } from '../../process/database-location.ts';
import { developmentNotice } from '../../process/development-notice.ts';
import { openDatabase } from '../../process/open-database.ts';
import { requireFreePort } from '../../process/require-free-port.ts';
import { type Serving, type ServingOptions, SHUTDOWN_TIMEOUT } from '../../process/server-process.ts';
import { sessionSecret } from '../../process/session-secret.ts';
import { readSettings, type Settings } from '../../process/settings.ts';
import { warnOfIgnoredTraces } from '../../process/trace-settings.ts';
import { welcomeOnFirstStart } from '../../process/welcome.ts';
import { workerSlot } from '../../process/workers/worker-environment.ts';
import { baseUrl } from '../base-url.ts';
import { say } from '../print.ts';

type ServeOptions = {
  /** With more than one, this process only supervises them. */
  workers: number;
  demo?: boolean;
};

/** `outturn serve`: migrates, listens, and runs until SIGTERM or SIGINT. */
export async function serve({ workers, demo = false }: ServeOptions): Promise<void> {
  if (workerSlot() !== undefined) {
    const { runWorker } = await import('../../process/workers/worker.ts');
    return runWorker();
  }
  const settings = readSettings(process.env);
  const format = logFormatOf(settings.logFormat, process.stdout);
  const logger = createLogger({ level: settings.logLevel, format });
  await requireFreePort(settings);
  checkPublicUrl(settings, logger);
  warnOfIgnoredTraces(settings.traces, logger);
  const secret = await sessionSecret(settings);
  const locating = locateDatabase(settings, logger);

  let serving: Serving | undefined;
  let welcoming: Promise<void> | undefined;
  let filling: Promise<void> | undefined;
  let stopping: Promise<never> | undefined;
  /** Ends the delay after SIGTERM. */
  const hurry = new AbortController();
  /** Ends the demo data early. */
  const ending = new AbortController();
  const stop = async (isWell: boolean): Promise<never> => {
    ending.abort();
    // Below the `^C` of the terminal, or its progress bar.
    if (process.stdout.isTTY) say('\n');
    logger.info('stopping');
    // The first key is shown only once, so a stop waits for the welcome, but not for a migration.
    await Promise.race([Promise.allSettled([welcoming, filling]), sleep(SHUTDOWN_TIMEOUT)]);
    serving?.beginsToStop?.();
    if (serving) await sleep(settings.shutdownDelay, undefined, hurry).catch(() => undefined);
    const isInOrder = (await serving?.close()) ?? true;
    await locating.then(({ release }) => release()).catch(() => undefined);
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
      await migrate(database);
      await checkConnections(database, { settings, workers, logger });
      await checkAutovacuum(database, logger);
    });
    const start = await starter(workers);
    const onEnd = () => stopAtOnce(false);
    const isStopping = () => stopping !== undefined;
    serving = await start({ settings, logger, location, secret, isStopping, workers, onEnd });
    if (!stopping) welcoming = welcome(serving, { settings, format, logger });
    await welcoming;
  } catch (error) {
    if (!stopping) await location.release();
    else await stopping;
    throw error;
  }
  if (stopping) return stopping;
  const { port } = serving;
  if (format === 'json') {
    const several = workers === 1 ? {} : { workers };
    const notice = developmentNotice(settings);
    if (notice) logger.info({ host: settings.host }, notice);
    logger.info({ version, url: baseUrl({ ...settings, port }), port, ...several }, 'Outturn is ready');
  }
  if (demo) {
    const { fillWithDemo } = await import('../seed/fill-with-demo.ts');
    const url = baseUrl({ ...settings, port, publicUrl: undefined });
    const tell = tellOfStart(logger, format);
    const { signal } = ending;
    filling = serving
      .withDatabase((database) => fillWithDemo(database, { url, logger, tell, signal }))
      .catch((err: unknown) => logger.error({ err }, 'demo data cannot be added'));
    await filling;
    if (stopping) return stopping;
  }
  if (format === 'text' && process.stdout.isTTY) say('Press Ctrl-C to stop.\n');
}

type WelcomeOptions = { settings: Settings; format: LogFormat; logger: Logger };

/** Tells what a person needs in plain lines. A log in JSON has the address once more, for programs. */
async function welcome(serving: Serving, { settings, format, logger }: WelcomeOptions): Promise<void> {
  const url = baseUrl({ ...settings, port: serving.port });
  const tell = tellOfStart(logger, format);
  const first = await serving.withDatabase((database) => welcomeOnFirstStart(database, url, tell));
  const notice = developmentNotice(settings);
  const showsNotice = notice !== undefined && (format === 'text' || !logger.isLevelEnabled('info'));
  const blocks = [
    `Outturn is ready at ${url}`,
    ...(showsNotice ? [wrapped(notice)] : []),
    ...(first === undefined ? [] : [first]),
  ];
  const greeting = format === 'text' ? `\n${blocks.join('\n\n')}\n\n` : `${blocks.join('\n')}\n`;
  say(greeting);
}

/** Logs the events of a first start as JSON alone: the plain lines for people already show the key and the link. */
function tellOfStart(logger: Logger, format: LogFormat): (event: SecurityEvent) => void {
  return (event) => {
    if (format === 'json') logSecurityEvent(logger, event);
  };
}

/** Breaks a sentence between its words for a terminal of 80 columns. */
function wrapped(text: string): string {
  return text.replaceAll(/(.{1,79})(?:\s+|$)/g, '$1\n').trimEnd();
}

/** Lazy imports save memory in a supervising process. */
async function starter(workers: number): Promise<(options: ServingOptions) => Promise<Serving>> {
  if (workers > 1) return (await import('../../process/workers/serve-with-workers.ts')).serveWithWorkers;
  return (await import('../../process/serve-alone.ts')).serveAlone;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { createDocumentEngine } from '@outturn/graphql';
import { createService, type Database, migrate, pendingMigrations } from '@outturn/service';
import type { Logger } from 'pino';
import { sessionSecret } from '../accounts/session-secret.ts';
import { createApp } from '../app.ts';
import { dashboardBuild } from '../dashboard/build.ts';
import { locateDatabase } from '../database-location.ts';
import { createLogger } from '../observability/logger.ts';
import { observe } from '../observability/observe.ts';
import type { Traces } from '../observability/traces.ts';
import { createRateLimits } from '../rate-limits.ts';
import { listenHttp } from '../server.ts';
import { readSettings, type Settings } from '../settings.ts';
import { welcomeOnFirstStart } from '../welcome.ts';
import { openDatabase } from './open-database.ts';

/** A database that takes longer to say that it is ready is not, in milliseconds. */
const READY_WITHIN = 2_000;
/** How long requests in flight may take after SIGTERM, in milliseconds. */
const GRACE = 20_000;

type ServeOptions = {
  /** Builds the dashboard in the background, when it is missing or older than its sources. */
  buildDashboard?: boolean;
};

/** `outturn serve`: migrates, listens, and runs until SIGTERM or SIGINT. */
export async function serve({ buildDashboard = false }: ServeOptions): Promise<void> {
  const settings = readSettings(process.env);
  const { publicUrl, defaultPlan, planLimits } = settings;
  const logger = createLogger(settings.logLevel);
  const traces = await tracesFor(settings, logger);
  const { observer, metrics, onAnswered } = observe(logger, traces?.tracing);
  const secret = await sessionSecret(settings);
  const location = await locateDatabase(settings);
  await openDatabase(location.url, migrate);
  const service = await createService({
    url: location.url,
    documents: createDocumentEngine((err) => logger.error({ err, path: 'reports.run' }, 'unexpected error')),
    log: (message) => logger.debug(message),
    planLimits,
    observer,
    accounts: {
      secret,
      publicUrl,
      defaultPlan,
      onFault: (message) => logger.error({ path: '/api/auth' }, message),
    },
    onServerError: (error, context) => logger.error({ err: error.cause, ...context }, 'server error'),
  });
  const isReady = () =>
    Promise.race([isCurrent(service.database), sleep(READY_WITHIN, false, { ref: false })]);
  const rateLimits = createRateLimits({ ...settings, onDecision: metrics.onDecision });
  metrics.watch(service, rateLimits.isShared);
  const dashboard = dashboardBuild({
    onFailure: (message) => logger.error(`The dashboard cannot be built: ${message}`),
  });
  const app = createApp({
    ...settings,
    service,
    logger,
    rateLimits,
    isReady,
    dashboard,
    metrics,
    traceRequests: traces?.middleware,
  });
  const server = await listenHttp(app, { ...settings, onAnswered });
  const baseUrl = settings.publicUrl ?? `http://localhost:${server.port}`;
  const welcome = await welcomeOnFirstStart(service.database, baseUrl);
  if (welcome) process.stdout.write(`${welcome}\n`);
  logger.info({ url: baseUrl, port: server.port }, 'Outturn is ready');
  if (logger.levelVal > 30 || process.stdout.isTTY) process.stdout.write(`Outturn is ready at ${baseUrl}\n`);

  if (buildDashboard) void dashboard.start();

  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    logger.info('stopping');
    setTimeout(() => process.exit(1), GRACE).unref();
    dashboard.stop();
    service.endSubscriptions();
    await server.close();
    await service.close();
    await rateLimits.close();
    await traces?.close();
    await location.release();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop());
}

/** Whoever wants no traces does not load what makes them. */
async function tracesFor({ traces }: Settings, logger: Logger): Promise<Traces | undefined> {
  if (!traces) return undefined;
  const { startTraces } = await import('../observability/traces.ts');
  return startTraces({ ...traces, logger });
}

/** Whether the database answers and has every migration. */
async function isCurrent(database: Database): Promise<boolean> {
  try {
    return (await pendingMigrations(database)).length === 0;
  } catch {
    return false;
  }
}

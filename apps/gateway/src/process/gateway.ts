import { createDocumentEngine } from '@outturn/graphql';
import { createService, type Database } from '@outturn/service';
import type { Logger } from 'pino';
import { createApp } from '../http/app.ts';
import { createRateLimits } from '../http/rate-limits/rate-limits.ts';
import { listenHttp } from '../http/server.ts';
import type { Metrics } from '../observability/metrics.ts';
import { observe } from '../observability/observe.ts';
import type { Traces } from '../observability/traces.ts';
import type { DatabaseLocation } from './database-location.ts';
import type { Settings } from './settings.ts';
import { setV8Flags } from './v8-flags.ts';

export type GatewayOptions = {
  settings: Settings;
  logger: Logger;
  /** Database with a current schema. */
  location: DatabaseLocation;
  secret: string;
  /** Turns `/readyz` into 503, so that balancers send no more connections. */
  isStopping: () => boolean;
  /** Set in workers: reads the metrics of all workers. */
  readAllMetrics?: () => Promise<string>;
  /** Default: true. See `observe`. */
  countsCommands?: boolean;
};

export type RunningGateway = {
  port: number;
  database: Database;
  /** Metrics of this process only. */
  metrics: Metrics;
  close(): Promise<void>;
};

export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const { settings, logger, location, secret, isStopping, readAllMetrics, countsCommands = true } = options;
  const { publicUrl, defaultPlan, signUp, planLimits } = settings;
  setV8Flags();
  const traces = await tracesFor(settings, logger);
  const observation = observe({ logger, tracing: traces?.tracing, countsCommands });
  const { observer, metrics, onAnswered, onSecurityEvent } = observation;
  const service = await createService({
    url: location.url,
    directUrl: location.directUrl,
    replicaUrls: settings.databaseReplicaUrls,
    hasPreparedStatements: settings.hasPreparedStatements,
    documents: createDocumentEngine({
      isDevelopment: settings.isDevelopment,
      onUnexpectedError: (err) => logger.error({ err, path: 'reports.run' }, 'unexpected error'),
    }),
    log: (message) => logger.debug(message),
    connections: settings.databasePoolSize,
    planLimits,
    priceBook: settings.priceBook,
    observer,
    accounts: {
      secret,
      publicUrl,
      defaultPlan,
      signUp,
      onFault: (message) => logger.error({ path: '/api/auth' }, message),
    },
    onServerError: (error, context) => logger.error({ err: error.cause, ...context }, 'server error'),
  });
  const rateLimits = createRateLimits({
    ...settings,
    logger,
    isWorker: readAllMetrics !== undefined,
    onDecision: metrics.onDecision,
  });
  metrics.watch(service, rateLimits.isShared);
  const app = createApp({
    ...settings,
    service,
    logger,
    secret,
    rateLimits,
    onSecurityEvent,
    isStopping,
    readMetrics: readAllMetrics ?? metrics.read,
    traces,
  });
  const closeParts = async () => {
    await service.close();
    await rateLimits.close();
    observation.close();
    await traces?.close();
  };
  const hasProxy = settings.trustedProxies > 0;
  const server = await listenHttp(app, { ...settings, hasProxy, onAnswered }).catch(
    async (error: unknown) => {
      // The caller stops the embedded PostgreSQL next.
      await closeParts();
      throw error;
    },
  );
  return {
    port: server.port,
    database: service.database,
    metrics,
    async close() {
      service.endSubscriptions();
      rateLimits.endDelays();
      await server.close();
      await closeParts();
    },
  };
}

async function tracesFor(settings: Settings, logger: Logger): Promise<Traces | undefined> {
  const { settings: traces } = settings.traces;
  if (!traces) return undefined;
  const { startTraces } = await import('../observability/traces.ts');
  return startTraces({ ...traces, logger });
}

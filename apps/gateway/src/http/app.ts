import { createGraphql } from '@outturn/graphql';
import { createMcp, refuseMcpMethod } from '@outturn/mcp';
import { createOtlp, refuseOtlpPath, type Signal } from '@outturn/otlp';
import { createRest, sendError } from '@outturn/rest';
import { OutturnError, product, type SecurityEvent, type Service, type Surface } from '@outturn/service';
import { createTrpc } from '@outturn/trpc';
import { type Context, Hono } from 'hono';
import type { Logger } from 'pino';
import type { RequestTracer, Traces } from '../observability/traces.ts';
import { version } from '../observability/version.ts';
import { accountRoutes } from './accounts/routes.ts';
import { createApiReference } from './api-reference.ts';
import { exchangeOpener, type GatewayEnv } from './caller/open-exchange.ts';
import { explainForeignOrigin } from './caller/origin.ts';
import { originWarning } from './caller/origin-warning.ts';
import { sessionReader } from './caller/session.ts';
import { TrafficMemory } from './caller/traffic-memory.ts';
import { dashboardRoutes } from './dashboard/routes.ts';
import { DOCTOR_PATH, doctorRoute } from './doctor-route.ts';
import { asksForGraphiql, graphiqlRoutes } from './graphiql.ts';
import { guides } from './guides.ts';
import { metricsRoute } from './metrics-route.ts';
import { compressForBrowser } from './middleware/compress-for-browser.ts';
import { crossOrigin } from './middleware/cross-origin.ts';
import { apiHeaders, pageHeaders } from './middleware/page-headers.ts';
import { missingEndpoint } from './missing-endpoint.ts';
import type { RateLimits } from './rate-limits/rate-limits.ts';
import { dashboardFolder } from './static/package-files.ts';

type AppOptions = {
  service: Service;
  logger: Logger;
  isDevelopment: boolean;
  rateLimits: RateLimits;
  onSecurityEvent: (event: SecurityEvent) => void;
  trustedProxies: number;
  /** Origins whose pages may call REST. */
  corsOrigins: readonly string[];
  publicUrl: string | undefined;
  readMetrics: () => Promise<string>;
  traces: Pick<Traces, 'middleware' | 'untraced'> | undefined;
  metricsToken: string | undefined;
  /** Signs session cookies. */
  secret: string;
  isStopping: () => boolean;
};

/** Characters of an origin in a message. */
const MAX_SHOWN_ORIGIN = 200;
/**
 * Paths whose requests are traced. Static files are not, and neither are checks of the session, which open pages send
 * up to every second.
 */
const traced = ['/v1/*', '/graphql', '/trpc/*', '/mcp', '/api/auth/*'];
const untraced = ['/otlp/*', '/api/public/*'];

function traceCalls({ middleware }: Pick<Traces, 'middleware'>): RequestTracer {
  return (c, next) => (c.req.path === '/api/auth/session' ? next() : middleware(c, next));
}

export function createApp(options: AppOptions): Hono<GatewayEnv> {
  const { service, logger, isDevelopment, rateLimits, trustedProxies, publicUrl } = options;
  const { corsOrigins, readMetrics, metricsToken, traces, onSecurityEvent } = options;
  const app = new Hono<GatewayEnv>();
  if (traces) {
    for (const path of traced) app.use(path, traceCalls(traces));
    for (const path of untraced) app.use(path, traces.untraced);
  }
  const inPages = pageHeaders(publicUrl);
  const pages = ['/healthz', '/readyz', '/v1/openapi.json', '/docs', '/docs/*', '/api/*'];
  for (const path of pages) app.use(path, inPages);
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) => {
    if (options.isStopping())
      return c.json({ status: 'not ready', reason: 'This gateway is stopping.' }, 503);
    const readiness = await service.readiness();
    if (readiness.isReady) return c.json({ status: 'ready' });
    return c.json({ status: 'not ready', reason: readiness.reason }, 503);
  });

  app.get(DOCTOR_PATH, doctorRoute(options));
  app.get('/metrics', metricsRoute({ readMetrics, token: metricsToken }));

  app.route('/', createApiReference(publicUrl));

  const fixedHeaders = apiHeaders(publicUrl);
  const exchangeOptions = {
    service,
    rateLimits,
    onSecurityEvent,
    trustedProxies,
    trafficMemory: new TrafficMemory(),
    fixedHeaders,
  };
  if (corsOrigins.length > 0) app.use('/v1/*', crossOrigin(corsOrigins));
  const openRestExchange = exchangeOpener({ ...exchangeOptions, surface: 'REST' });
  app.route('/v1', createRest(service, openRestExchange));

  const origin = { publicUrl, trustedProxies, onForeignOrigin: originWarning(logger) };
  const { accounts } = service;
  if (accounts)
    app.route('/api/auth', accountRoutes({ ...origin, accounts, rateLimits, onSecurityEvent, logger }));
  const readSession = sessionReader(service, origin);
  const exchangeOpenerWithSessions = (surface: Surface) =>
    exchangeOpener({ ...exchangeOptions, surface, readSession });

  const graphql = createGraphql({
    service,
    isDevelopment,
    onUnexpectedError: (err) => logger.error({ err, path: '/graphql' }, 'unexpected error'),
  });
  const openGraphqlExchange = exchangeOpenerWithSessions('GraphQL');
  app.all('/graphql', async (c) => {
    if (isDevelopment && asksForGraphiql(c.req)) return pagesApp.fetch(c.req.raw, c.env);
    return graphql(c.req.raw, openGraphqlExchange(c));
  });

  const trpc = createTrpc(service);
  const openTrpcExchange = exchangeOpenerWithSessions('tRPC');
  app.all('/trpc/*', async (c) =>
    compressForBrowser(c.env.incoming, await trpc(c.req.raw, openTrpcExchange(c))),
  );

  const mcp = createMcp({
    service,
    version,
    guides,
    onUnexpectedError: (err) => logger.error({ err, path: '/mcp' }, 'unexpected error'),
  });
  const openMcpExchange = exchangeOpener({ ...exchangeOptions, surface: 'MCP' });
  app
    .post('/mcp', (c) => {
      const isForeign = explainForeignOrigin(c.env.incoming, origin) !== undefined;
      const sent = (c.req.header('origin') ?? 'another origin').slice(0, MAX_SHOWN_ORIGIN);
      const message = `Pages of ${sent} may not call this address. Use a client that sends no Origin, or the command outturn mcp.`;
      const foreign = isForeign ? new OutturnError('Forbidden', { message }) : undefined;
      return mcp(c.req.raw, openMcpExchange(c), foreign);
    })
    .all('/mcp', () => refuseMcpMethod());

  const { telemetry } = product;
  if (telemetry) {
    const onUnexpectedError = (err: unknown) => logger.error({ err, path: '/otlp' }, 'unexpected error');
    const otlp = createOtlp({ service, telemetry, onUnexpectedError });
    const openOtlpExchange = exchangeOpener({ ...exchangeOptions, surface: 'OTLP' });
    const mountOtlp = (path: string, signal: Signal) =>
      app.post(path, (c) => otlp(signal, openOtlpExchange(c))).all(path, () => refuseOtlpPath(true));
    for (const signal of ['traces', 'logs', 'metrics'] as const) mountOtlp(`/otlp/v1/${signal}`, signal);
    // The exporter of Langfuse adds this path to its address.
    mountOtlp('/api/public/otel/v1/traces', 'traces');
    for (const path of untraced) app.all(path, () => refuseOtlpPath(false));
  }

  const answerError = (error: unknown, c: Context<GatewayEnv>) => {
    if (!(error instanceof OutturnError)) logger.error({ err: error, path: c.req.path }, 'unexpected error');
    return sendError(c, error);
  };
  app.onError(answerError);

  // An application of its own for pages. Hono is fastest where only one handler matches a path, and a route for all
  // paths would match every call of the API.
  const pagesApp = new Hono<GatewayEnv>();
  pagesApp.on('GET', '/*', inPages);
  if (isDevelopment) pagesApp.route('/', graphiqlRoutes(readSession));
  pagesApp.route('/', dashboardRoutes({ folder: dashboardFolder, hasGraphiql: isDevelopment }));
  pagesApp.onError(answerError);
  const answerMissing = missingEndpoint(app);
  pagesApp.notFound(answerMissing);
  app.notFound(async (c) => {
    if (!/^\/v1(\/|$)/.test(c.req.path)) return pagesApp.fetch(c.req.raw, c.env);
    // Errors are caught here, because one that is thrown from `notFound` skips middleware such as tracing.
    try {
      // An unknown path of the API needs a key as well, and counts as a call.
      const call = await openRestExchange(c).identify();
      await call.admit?.(1);
      return answerMissing(c);
    } catch (error) {
      return answerError(error, c);
    }
  });
  return app;
}

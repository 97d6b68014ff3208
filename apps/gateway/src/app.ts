import { createGraphql } from '@outturn/graphql';
import { createRest, type RestEnv, sendError } from '@outturn/rest';
import { OutturnError, type Service } from '@outturn/service';
import { createTrpc } from '@outturn/trpc';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import { identify } from './middleware/identify.ts';
import { readText } from './middleware/read-text.ts';
import type { RateLimits } from './rate-limits.ts';

type AppOptions = {
  service: Service;
  logger: Logger;
  isDevelopment: boolean;
  rateLimits: RateLimits;
  trustedProxies: number;
  /** Whether the database answers and its migrations are current. */
  isReady: () => Promise<boolean>;
};

/** The whole product as one HTTP application. */
export function createApp(options: AppOptions): Hono<RestEnv> {
  const { service, logger, isDevelopment, rateLimits, trustedProxies, isReady } = options;
  const app = new Hono<RestEnv>();
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) =>
    (await isReady()) ? c.json({ status: 'ready' }) : c.json({ status: 'not ready' }, 503),
  );

  const identified = identify({ service, rateLimits, trustedProxies });
  app.use('/v1/*', identified);
  app.route('/v1', createRest({ service, readText }));

  const graphql = createGraphql({ service, readText, graphiql: isDevelopment });
  app.all('/graphql', identified, (c) => graphql(c.req.raw, c.get('call')));

  const trpc = createTrpc({ service, readText });
  app.all('/trpc/*', identified, (c) => trpc(c.req.raw, c.get('call')));

  app.notFound((c) =>
    sendError(c, new OutturnError('Not Found', { message: `There is nothing at ${c.req.path}.` })),
  );
  app.onError((error, c) => {
    logger.error({ err: error, path: c.req.path }, 'unexpected error');
    return sendError(c, error);
  });
  return app;
}

import { OutturnError, type Service } from '@outturn/service';
import { Hono } from 'hono';
import type { RestEnv } from './env.ts';
import { mount } from './mount.ts';
import { routes } from './routes.ts';
import { sendError } from './wire-error.ts';

export type { RestEnv } from './env.ts';
export { type OpenApiDocument, openApiDocument } from './openapi/document.ts';
export { routes } from './routes.ts';
export { sendError, toWireError, type WireError } from './wire-error.ts';

/** The REST surface, to be mounted at `/v1` behind the middleware that sets `exchange`. */
export function createRest(service: Service): Hono<RestEnv> {
  const app = new Hono<RestEnv>();
  app.use(async (c, next) => {
    const { principal } = c.get('exchange').call;
    if (principal instanceof OutturnError) throw principal;
    await next();
  });
  for (const route of routes) mount(app, service, route);
  app.all('*', (c) => {
    throw new OutturnError('Not Found', { message: `There is no endpoint ${c.req.method} ${c.req.path}.` });
  });
  app.onError((error, c) => sendError(c, error));
  return app;
}

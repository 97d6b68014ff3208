import { OutturnError, type Service } from '@outturn/service';
import { Hono } from 'hono';
import type { RestEnv } from './env.ts';
import { mount, requireCaller } from './mount.ts';
import { routes } from './routes.ts';

export type { RestEnv } from './env.ts';
export { type OpenApiDocument, openApiDocument } from './openapi/document.ts';
export { routes } from './routes.ts';
export { sendError, toWireError, type WireError } from './wire-error.ts';

/**
 * The REST surface, to be mounted at `/v1` behind the middleware that sets `exchange`. What is thrown is for `sendError`, as the
 * handler of errors of the application around it.
 */
export function createRest(service: Service): Hono<RestEnv> {
  const app = new Hono<RestEnv>();
  for (const route of routes) mount(app, service, route);
  app.all('*', (c) => {
    requireCaller(c.get('exchange'));
    throw new OutturnError('Not Found', { message: `There is no endpoint ${c.req.method} ${c.req.path}.` });
  });
  return app;
}

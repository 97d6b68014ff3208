import { OutturnError, type Service } from '@outturn/service';
import { Hono } from 'hono';
import type { Identify, RestEnv } from './env.ts';
import { mount, requireCaller } from './mount.ts';
import { routes } from './routes.ts';

export type { Identify, RestEnv } from './env.ts';
export { type OpenApiDocument, openApiDocument } from './openapi/document.ts';
export { routes } from './routes.ts';
export { sendError, toWireError, type WireError } from './wire-error.ts';

/**
 * The REST surface, to be mounted at `/v1`. What is thrown is for `sendError`, as the handler of errors of the application
 * around it. Callers are identified by each endpoint rather than before it: for one handler Hono has a quicker way.
 */
export function createRest<Env extends RestEnv>(service: Service, identify: Identify<Env>): Hono<Env> {
  const app = new Hono<Env>();
  for (const route of routes) mount(app, { service, identify, route });
  app.all('*', async (c) => {
    requireCaller(await identify(c));
    throw new OutturnError('Not Found', { message: `There is no endpoint ${c.req.method} ${c.req.path}.` });
  });
  return app;
}

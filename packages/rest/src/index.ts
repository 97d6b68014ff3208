import type { Service } from '@outturn/service';
import { Hono } from 'hono';
import type { OpenExchange, RestEnv } from './env.ts';
import { mount } from './mount.ts';
import type { Route } from './route.ts';
import { routes } from './routes.ts';

export type { OpenExchange, RestEnv } from './env.ts';
export { type OpenApiDocument, openApiDocument } from './openapi/document.ts';
export type { Route } from './route.ts';
export { recordRoutes, routes } from './routes.ts';
export { sendError, sentPath, toWireError, type WireError } from './wire-error.ts';

/**
 * The REST surface, to be mounted at `/v1`: these endpoints. What is thrown is for `sendError`, as the handler of errors of the application
 * around it, and so is answering where no endpoint is. Callers are identified by each endpoint rather than before it: for a
 * request that only one handler matches, Hono has a quicker way.
 */
export function createRest<Env extends RestEnv>(
  service: Service,
  openExchange: OpenExchange<Env>,
  all: readonly Route[] = routes,
): Hono<Env> {
  const app = new Hono<Env>();
  for (const route of all) mount(app, { service, openExchange, route });
  return app;
}

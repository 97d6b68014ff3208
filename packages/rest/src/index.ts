import type { Service } from '@outturn/service';
import { Hono } from 'hono';
import type { OpenExchange, RestEnv } from './hono-context.ts';
import { mount } from './mount-route.ts';
import { type Route, routes } from './routes.ts';

export type { OpenExchange, RestEnv } from './hono-context.ts';
export { type OpenApiDocument, openApiDocument } from './openapi/document.ts';
export type { Route } from './routes.ts';
export { routes, routesOf } from './routes.ts';
export { sendError, sentPath, toWireError, type WireError } from './wire-error.ts';

/**
 * REST endpoints for `/v1`. The surrounding application handles errors with `sendError`, and unknown paths. Each endpoint
 * identifies its caller, because Hono has a fast path for requests with a single handler.
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

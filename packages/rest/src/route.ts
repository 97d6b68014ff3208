import type { Operation } from '@outturn/service';

export type Method = 'get' | 'post' | 'patch' | 'delete';

/** One endpoint: what it is called by, what it answers on success, and the operation that it runs. */
export type Route = { method: Method; path: string; status: 200 | 201 | 204; operation: Operation };

/** `path` is relative to `/v1`, with parameters in braces as in OpenAPI. */
export function route(method: Method, path: string, status: Route['status'], operation: Operation): Route {
  return { method, path, status, operation };
}

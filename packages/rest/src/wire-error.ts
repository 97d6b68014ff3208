import { OutturnError, toOutturnError } from '@outturn/service';
import type { Context } from 'hono';

/** The spec's error object. Validation errors add `details`. */
export type WireError = {
  code: string;
  message: string;
  /** `<METHOD> <path>` of the failed request. */
  path: string;
  status: number;
  timestamp: string;
  details?: readonly { field: string; message: string }[];
};

/** The error object of any error; what is not ours becomes `Server Error`. */
export function toWireError(error: unknown, method: string, path: string): WireError {
  const { code, message, status, details } = toOutturnError(error);
  const base = { code, message, path: `${method} ${path}`, status, timestamp: new Date().toISOString() };
  return details?.length ? { ...base, details } : base;
}

/** Answers a request with an error. */
export function sendError(c: Context, error: unknown): Response {
  const body = toWireError(error, c.req.method, c.req.path);
  if (error instanceof OutturnError && error.retryAfter !== undefined) {
    c.header('Retry-After', String(error.retryAfter));
  }
  if (body.status === 401) c.header('WWW-Authenticate', 'Bearer');
  return c.body(JSON.stringify(body), body.status as 400, { 'Content-Type': 'application/json' });
}

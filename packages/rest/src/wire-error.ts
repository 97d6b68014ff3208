import { type Exchange, OutturnError, toOutturnError } from '@outturn/service';

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

/** As much of Hono's context as an error needs; the exchange is absent for what fails before it is known. */
type FailedContext = {
  req: { method: string; path: string };
  get(name: 'exchange'): Exchange | undefined;
};

/** Answers a request with an error. */
export function sendError(c: FailedContext, error: unknown): Response {
  const body = toWireError(error, c.req.method, c.req.path);
  const headers: Record<string, string> = {
    ...c.get('exchange')?.headers,
    'Content-Type': 'application/json',
  };
  if (error instanceof OutturnError && error.retryAfter !== undefined)
    headers['Retry-After'] = String(error.retryAfter);
  if (body.status === 401) headers['WWW-Authenticate'] = 'Bearer';
  return new Response(JSON.stringify(body), { status: body.status, headers });
}

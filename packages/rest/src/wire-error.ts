import { type Exchange, OutturnError, toOutturnError } from '@outturn/service';

/** The spec's error object. Validation errors add `details`. */
export type WireError = {
  code: string;
  message: string;
  /** `<METHOD> <path>` of the failed request, as it was sent. */
  path: string;
  status: number;
  timestamp: string;
  details?: readonly { field: string; message: string }[];
};

/** The error object of any error, for a request with this URL or target; what is not ours becomes `Server Error`. */
export function toWireError(error: unknown, method: string, url: string): WireError {
  const { code, message, status, details } = toOutturnError(error);
  const path = `${method} ${sentPath(url)}`;
  const base = { code, message, path, status, timestamp: new Date().toISOString() };
  return details?.length ? { ...base, details } : base;
}

/**
 * The path of a URL or target as it was sent. Hono's own is decoded: another one than was asked for, and with whatever
 * characters. Node lets bytes beyond ASCII through.
 */
export function sentPath(url: string): string {
  const [path = ''] = url.replace(/^https?:\/\/[^/?#]*/, '').split(/[?#]/, 1);
  return path.startsWith('/') ? path.replace(/[^\x21-\x7e]/gu, encodeURIComponent) : '/';
}

/** As much of Hono's context as an error needs; the exchange is absent for what fails before it is known. */
type FailedContext = {
  req: { method: string; url: string };
  get(name: 'exchange'): Exchange | undefined;
};

/** Answers a request with an error. */
export function sendError(c: FailedContext, error: unknown): Response {
  const body = toWireError(error, c.req.method, c.req.url);
  const headers: Record<string, string> = {
    ...c.get('exchange')?.headers,
    'Content-Type': 'application/json',
  };
  if (error instanceof OutturnError && error.retryAfter !== undefined)
    headers['Retry-After'] = String(error.retryAfter);
  if (body.status === 401) headers['WWW-Authenticate'] = 'Bearer';
  return new Response(JSON.stringify(body), { status: body.status, headers });
}

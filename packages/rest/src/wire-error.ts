import { type ErrorCode, type Exchange, OutturnError, toOutturnError } from '@outturn/service';

/** Validation errors add `details`. */
export type WireError = {
  code: string;
  message: string;
  /** `<METHOD> <path>` as sent. */
  path: string;
  status: number;
  timestamp: string;
  details?: readonly { field: string; message: string }[];
};

/** Takes a URL or request target. Unknown errors become `Server Error`. */
export function toWireError(error: unknown, method: string, url: string): WireError {
  const { code, message, status, details } = toOutturnError(error);
  const path = `${method} ${sentPath(url)}`;
  const base = {
    code,
    message: withMethods(code, message),
    path,
    status,
    timestamp: new Date().toISOString(),
  };
  return details?.length ? { ...base, details } : base;
}

/** The service leaves open which methods of HTTP help. */
export function withMethods(code: ErrorCode, message: string): string {
  return code === 'Already Exists' ? `${message} with PATCH or PUT` : message;
}

/** Returns the path as sent, because Hono's path is decoded. Escapes bytes outside ASCII, which Node accepts. */
export function sentPath(url: string): string {
  const [path = ''] = url.replace(/^https?:\/\/[^/?#]*/, '').split(/[?#]/, 1);
  return path.startsWith('/') ? path.replace(/[^\x21-\x7e]/gu, encodeURIComponent) : '/';
}

/** The part of Hono's context that is used. The exchange is missing for early failures. */
type FailedContext = {
  req: { method: string; url: string };
  get(name: 'exchange'): Exchange | undefined;
};

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

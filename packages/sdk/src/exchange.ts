import { LONGEST_TIMER, readRetryAfter, reasonOf } from '@outturn/retry';
import { OutturnApiError, OutturnConnectionError, OutturnTimeoutError } from './errors.ts';
import type { Error as WireError } from './openapi.ts';

/** Where requests go, and who sends them. */
export type Server = { url: string; apiKey: string; fetch: typeof fetch };

/** One request; the body is JSON already. `path` includes the query. */
export type Request = {
  method: string;
  path: string;
  body?: string | undefined;
  idempotencyKey?: string | undefined;
  /** Lets the request outlive the page that sends it; browsers then allow 64 KiB. */
  keepalive?: boolean;
};

/**
 * An answer of success: its JSON, undefined where there is none, the cursor of the next page, and how many milliseconds to
 * wait before items of a batch go again.
 */
export type Answer = { body: unknown; nextCursor: string | null; retryAfter: number | undefined };

/**
 * Sends a request once. Throws {@link OutturnApiError}, {@link OutturnConnectionError}, {@link OutturnTimeoutError}, or
 * the reason of the signal.
 */
export async function exchange(
  server: Server,
  request: Request,
  { timeout, signal }: { timeout: number; signal: AbortSignal | undefined },
): Promise<Answer> {
  signal?.throwIfAborted();
  // Outside the try: a header that cannot be sent is a mistake of the caller's, not of the connection.
  const headers = headersOf(server, request);
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  const late = () => controller.abort(new OutturnTimeoutError(`No answer within ${timeout} ms`));
  const timer = setTimeout(late, Math.min(timeout, LONGEST_TIMER));
  try {
    const { fetch } = server;
    const response = await fetch(server.url + request.path, {
      method: request.method,
      headers,
      // A redirect would turn a POST into a GET.
      redirect: 'manual',
      signal: controller.signal,
      ...(request.body !== undefined && { body: request.body }),
      ...(request.keepalive && { keepalive: true }),
    });
    return read(request, response, await response.text());
  } catch (error) {
    if (controller.signal.aborted) throw controller.signal.reason;
    if (error instanceof OutturnApiError) throw error;
    throw new OutturnConnectionError(`${server.url} gave no answer: ${reasonOf(error)}`, { cause: error });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

function headersOf({ apiKey }: Server, { body, idempotencyKey }: Request): Headers {
  const headers = new Headers({ authorization: `Bearer ${apiKey}`, accept: 'application/json' });
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (idempotencyKey !== undefined) headers.set('x-idempotency-key', idempotencyKey);
  return headers;
}

/** Throws SyntaxError for success that is not JSON: that was not the API. */
function read({ method, path }: Request, { ok, status, headers }: Response, text: string): Answer {
  const retryAfter = readRetryAfter(headers.get('retry-after'));
  if (ok) {
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    return { body, nextCursor: cursorOf(headers.get('link')), retryAfter };
  }
  const error = toWireError(text);
  throw new OutturnApiError({
    code: error.code ?? `HTTP ${status}`,
    message: error.message ?? `${method} ${path} was answered with HTTP ${status}`,
    status,
    path: error.path ?? `${method} ${path}`,
    details: error.details ?? [],
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter,
  });
}

/** The error object of the API; empty where something else answered. */
function toWireError(text: string): Partial<WireError> {
  try {
    const error: unknown = JSON.parse(text);
    const isOurs = typeof error === 'object' && error !== null && 'code' in error && 'timestamp' in error;
    // The API's document says that this is what has these two.
    return isOurs ? (error as WireError) : {};
  } catch {
    return {};
  }
}

/** From `Link: </v1/revenues?cursor=…>; rel="next"`. */
function cursorOf(link: string | null): string | null {
  const [, target] = link?.match(/<([^>]+)>; *rel="?next"?/) ?? [];
  return target === undefined ? null : new URL(target, 'http://host').searchParams.get('cursor');
}

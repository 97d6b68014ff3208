import { LONGEST_TIMER, readRetryAfter, reasonOf } from '@outturn/retry';
import { OutturnApiError, OutturnConnectionError, OutturnTimeoutError } from './errors.ts';
import type { Error as WireError } from './openapi.ts';

export type Server = { url: string; apiKey: string; fetch: typeof fetch };

/** `body` is JSON. `path` includes the query. */
export type Request = {
  method: string;
  path: string;
  body?: string | undefined;
  idempotencyKey?: string | undefined;
  /** Lets the request outlive its page; browsers then limit it to 64 KiB. */
  keepalive?: boolean;
};

/** `body` is undefined for an empty answer. `retryAfter`, in milliseconds, applies to failed items of a batch. */
export type Answer = { body: unknown; nextCursor: string | null; retryAfter: number | undefined };

/** Throws {@link OutturnApiError}, {@link OutturnConnectionError}, {@link OutturnTimeoutError}, or the signal's reason. */
export async function exchange(
  server: Server,
  request: Request,
  { timeout, signal }: { timeout: number; signal: AbortSignal | undefined },
): Promise<Answer> {
  signal?.throwIfAborted();
  // Outside of `try`, because an invalid header is an error of the caller and not of the connection.
  const headers = headersOf(server, request);
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  const onTimeout = () => controller.abort(new OutturnTimeoutError(`No answer within ${timeout} ms`));
  const timer = setTimeout(onTimeout, Math.min(timeout, LONGEST_TIMER));
  try {
    const { fetch } = server;
    const response = await fetch(server.url + request.path, {
      method: request.method,
      headers,
      // A redirect would change a POST to a GET.
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

/** Throws SyntaxError if a successful answer is not JSON, because then it is not from the API. */
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

/** Returns an empty object for answers of other servers. */
function toWireError(text: string): Partial<WireError> {
  try {
    const error: unknown = JSON.parse(text);
    const isOurs = typeof error === 'object' && error !== null && 'code' in error && 'timestamp' in error;
    // The OpenAPI document guarantees the type of objects with both fields.
    return isOurs ? (error as WireError) : {};
  } catch {
    return {};
  }
}

/** Parses `Link: </v1/revenues?cursor=…>; rel="next"`. */
function cursorOf(link: string | null): string | null {
  const [, target] = link?.match(/<([^>]+)>; *rel="?next"?/) ?? [];
  return target === undefined ? null : new URL(target, 'http://host').searchParams.get('cursor');
}

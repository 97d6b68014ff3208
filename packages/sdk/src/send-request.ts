import { LONGEST_TIMER, linkSignal, readRetryAfter, reasonOf } from '@outturn/transport';
import { OutturnApiError, OutturnConnectionError, OutturnTimeoutError } from './errors.ts';
import type { Hooks, OutturnResponse } from './hooks.ts';
import { toApiError } from './read-error.ts';
import { readRateLimit } from './read-rate-limit.ts';
import { userAgent } from './user-agent.ts';

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

/** `timeout` is in milliseconds. */
export type Attempt = { timeout: number; signal: AbortSignal | undefined } & Pick<
  Hooks,
  'onRequest' | 'onResponse'
>;

/** Throws {@link OutturnApiError}, {@link OutturnConnectionError}, {@link OutturnTimeoutError}, or the signal's reason. */
export async function exchange(
  server: Server,
  request: Request,
  { timeout, signal, onRequest, onResponse }: Attempt,
): Promise<Answer> {
  signal?.throwIfAborted();
  // Outside of `try`, because an invalid header is an error of the caller and not of the connection.
  const headers = headersOf(server, request);
  const controller = new AbortController();
  const unlink = linkSignal(controller, signal);
  const onTimeout = () => controller.abort(new OutturnTimeoutError(`No answer within ${timeout} ms`));
  const timer = setTimeout(onTimeout, Math.min(timeout, LONGEST_TIMER));
  try {
    const { fetch } = server;
    onRequest?.(describe(request));
    const started = performance.now();
    const response = await fetch(server.url + request.path, {
      method: request.method,
      headers,
      // A redirect would change a POST to a GET.
      redirect: 'manual',
      signal: controller.signal,
      ...(request.body !== undefined && { body: request.body }),
      ...(request.keepalive && { keepalive: true }),
    });
    const text = await response.text();
    onResponse?.(describeAnswer(request, response, started));
    return read(request, response, text);
  } catch (error) {
    if (controller.signal.aborted) throw controller.signal.reason;
    if (error instanceof OutturnApiError) throw error;
    throw noAnswer(server, error);
  } finally {
    clearTimeout(timer);
    unlink();
  }
}

export function noAnswer({ url }: Server, error: unknown): OutturnConnectionError {
  return new OutturnConnectionError(`${url} gave no answer: ${reasonOf(error)}`, { cause: error });
}

export function headersOf(
  { apiKey }: Server,
  { body, idempotencyKey }: Request,
  accept = 'application/json',
): Headers {
  const headers = new Headers({ authorization: `Bearer ${apiKey}`, accept, ...userAgent() });
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (idempotencyKey !== undefined) headers.set('x-idempotency-key', idempotencyKey);
  return headers;
}

export function describe({ method, path, idempotencyKey }: Request) {
  return { method, path, idempotencyKey };
}

export function describeAnswer(
  request: Request,
  { status, headers }: Response,
  started: number,
): OutturnResponse {
  return {
    ...describe(request),
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    rateLimit: readRateLimit(headers),
    isReplayed: headers.get('idempotent-replayed') === 'true',
    retryAfter: readRetryAfter(headers.get('retry-after')),
    duration: Math.round(performance.now() - started),
  };
}

/** Throws SyntaxError if a successful answer is not JSON, because then it is not from the API. */
function read(request: Request, response: Response, text: string): Answer {
  if (!response.ok) throw toApiError(request, response, text);
  // Node.js reads a broken compressed answer as empty.
  const body: unknown = request.method === 'DELETE' ? undefined : JSON.parse(text);
  const { headers } = response;
  return {
    body,
    nextCursor: cursorOf(headers.get('link')),
    retryAfter: readRetryAfter(headers.get('retry-after')),
  };
}

/** Parses `Link: </v1/revenues?cursor=…>; rel="next"`. */
function cursorOf(link: string | null): string | null {
  const [, target] = link?.match(/<([^>]+)>; *rel="?next"?/) ?? [];
  return target === undefined ? null : new URL(target, 'http://host').searchParams.get('cursor');
}

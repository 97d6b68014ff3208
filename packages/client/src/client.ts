import type { AppRouter } from '@outturn/trpc';
import {
  createTRPCClient,
  httpBatchLink,
  httpLink,
  type Operation,
  splitLink,
  type TRPCClient,
} from '@trpc/client';
import { readContext } from './call-context.ts';
import { exchanging, type Server } from './exchange.ts';
import { keyHeader, keyLink } from './links/key-link.ts';
import { liveLink } from './links/live-link.ts';
import { retryLink } from './links/retry-link.ts';
import type { Retry } from './retry.ts';

export type OutturnClientOptions = {
  /** Where Outturn is, such as `https://outturn.example.com`. */
  url: string | URL;
  /** `ot_live_…`. It is a secret: a page of the same server sends none (null), and is known by its session. */
  apiKey: string | null | undefined;
  /** Milliseconds that one attempt may take. 30,000 unless told otherwise. */
  timeout?: number | undefined;
  /**
   * How often a query or mutation is tried again after 429, 408, 5xx, a lost connection or a timeout. 5 unless told
   * otherwise, which takes up to eight seconds, or as long as Outturn asks to wait.
   */
  retries?: number | undefined;
  /** Told of every attempt that is to be repeated, also of subscriptions. */
  onRetry?: ((retry: Retry) => void) | undefined;
  /** Instead of the global `fetch`. */
  fetch?: typeof fetch | undefined;
};

/** Every procedure of the router: `client.revenues.record.mutate(…)`, `client.analytics.slice.query(…)`. */
export type OutturnClient = TRPCClient<AppRouter>;

/** A page of another site can make a browser send our cookie, but not this header. */
const csrfHeader = { 'x-outturn-csrf': '1' };
/** What the server takes in one HTTP batch. */
const MOST_CALLS = 50;
/** Characters of a URL that every proxy lets through. */
const LONGEST_URL = 7_500;
/** `?batch=1&input={"0":…}`, percent-encoded, with room to spare. */
const AROUND_INPUT = 100;

/**
 * Outturn over tRPC, with its types.
 *
 * ```ts
 * const client = createOutturnClient({ url: 'http://localhost:3000', apiKey: process.env.OUTTURN_API_KEY });
 * await client.goals.record.mutate({ goalKey: 'resolved', agentKey: 'support-agent' });
 * for await (const { data } of client.records.live.subscribe({ kinds: ['goals'] })) console.log(data.record);
 * ```
 *
 * Queries of one moment travel together; mutations travel alone, each with an idempotency key that its retries keep.
 * Calls reject with OutturnClientError, OutturnConnectionError, OutturnTimeoutError, or, when their signal is aborted,
 * an error whose `cause` is its reason. Throws TypeError without an API key, or when the URL is none.
 */
export function createOutturnClient(options: OutturnClientOptions): OutturnClient {
  const { timeout = 30_000, retries = 5, onRetry } = options;
  const server = toServer(options);
  const http = { url: server.url, fetch: exchanging(server) };
  const { headers } = server;
  return createTRPCClient<AppRouter>({
    links: [
      keyLink,
      retryLink({ timeout, retries, onRetry }),
      splitLink({
        condition: ({ type }) => type === 'subscription',
        true: liveLink(server, { timeout, onRetry }),
        false: splitLink({
          condition: ({ type }) => type === 'mutation',
          true: httpLink({ ...http, headers: ({ op }) => ({ ...headers, ...keyOf(op) }) }),
          false: splitLink({
            condition: (op) => lengthOf(server, op) > LONGEST_URL,
            true: httpLink({ ...http, headers, methodOverride: 'POST' }),
            false: httpBatchLink({ ...http, headers, maxItems: MOST_CALLS, maxURLLength: LONGEST_URL }),
          }),
        }),
      }),
    ],
  });
}

function toServer({ url, apiKey, fetch: send }: OutturnClientOptions): Server {
  if (apiKey === undefined || apiKey === '') throw new TypeError('apiKey is missing');
  const headers = apiKey === null ? csrfHeader : { authorization: `Bearer ${apiKey}` };
  // A key that cannot be sent is found here and not by every call.
  new Headers(headers);
  const { origin, pathname } = new URL(url);
  return {
    url: `${origin}${pathname.replace(/\/+$/, '')}/trpc`,
    headers,
    // Looked up at every call, and called as nobody's method, which browsers insist on.
    fetch: send ?? ((...args: Parameters<typeof fetch>) => fetch(...args)),
  };
}

function keyOf({ context }: Operation): Record<string, string> {
  const { idempotencyKey } = readContext(context);
  return idempotencyKey === undefined ? {} : keyHeader(idempotencyKey);
}

/** Of the URL that a query would have by itself. */
function lengthOf({ url }: Server, { path, input }: Operation): number {
  const text = input === undefined ? '' : encodeURIComponent(JSON.stringify(input));
  return url.length + path.length + text.length + AROUND_INPUT;
}

import { toServerUrl } from '@outturn/transport';
import {
  createTRPCClient,
  httpBatchLink,
  httpLink,
  type Operation,
  splitLink,
  type TRPCClient,
} from '@trpc/client';
import { type Accepting, amountLink } from './amounts.ts';
import type { AppRouter } from './app-router.ts';
import { readContext } from './call-context.ts';
import { keyHeader, keyLink } from './links/key-link.ts';
import { liveLink } from './links/live-link.ts';
import { retryLink } from './links/retry-link.ts';
import type { Retry } from './retry.ts';
import { checkedFetch, type Server } from './send-request.ts';

export type OutturnClientOptions = {
  /** Server URL, such as `https://outturn.example.com`. */
  url: string | URL;
  /** `ot_live_…`, a secret. Pages of the same server pass null and use their session. */
  apiKey: string | null | undefined;
  /** Milliseconds per attempt. Default: 30,000. */
  timeout?: number | undefined;
  /** Retries of a query or mutation after 408, 429, 5xx, a lost connection or a timeout. Default: 5, up to 8 s plus `Retry-After`. */
  retries?: number | undefined;
  /** Called before each retry, also of subscriptions. Its errors and rejections are logged. */
  onRetry?: ((retry: Retry) => void) | undefined;
  /** Default: the global `fetch`. */
  fetch?: typeof fetch | undefined;
};

/** Every procedure of the router: `client.revenues.record.mutate(…)`, `client.analytics.slice.query(…)`. */
export type OutturnClient = Accepting<TRPCClient<AppRouter>>;

/** Pages of other sites can make a browser send our cookie, but not this header. */
const csrfHeader = { 'x-outturn-csrf': '1' };
/** The server's limit for one HTTP batch. */
const MAX_CALLS = 50;
/** Characters of a URL that every proxy accepts. */
const MAX_URL = 7_500;
/** Upper bound for `?batch=1&input={"0":…}`, percent-encoded. */
const URL_OVERHEAD = 100;

/**
 * Creates a typed client for Outturn over tRPC.
 *
 * ```ts
 * const client = createOutturnClient({ url: 'http://localhost:3000', apiKey: process.env.OUTTURN_API_KEY });
 * await client.goals.record.mutate({ goalKey: 'resolved', agentKey: 'support-agent' });
 * for await (const { data } of client.records.live.subscribe({ kinds: ['goals'] })) console.log(data.record);
 * ```
 *
 * Concurrent queries are batched. Mutations are sent alone, with an idempotency key that their retries keep. Calls reject with
 * OutturnClientError, OutturnConnectionError, OutturnTimeoutError, or, if aborted, an error whose `cause` is the signal's
 * reason. Throws TypeError if the API key is missing or the URL is invalid.
 */
export function createOutturnClient(options: OutturnClientOptions): OutturnClient {
  const { timeout = 30_000, retries = 5, onRetry } = options;
  const server = toServer(options);
  const http = { url: server.url, fetch: checkedFetch(server) };
  const { headers } = server;
  const client = createTRPCClient<AppRouter>({
    links: [
      amountLink,
      keyLink,
      retryLink({ timeout, retries, onRetry }),
      splitLink({
        condition: ({ type }) => type === 'subscription',
        true: liveLink(server, { timeout, onRetry }),
        false: splitLink({
          condition: ({ type }) => type === 'mutation',
          true: httpLink({ ...http, headers: ({ op }) => ({ ...headers, ...keyOf(op) }) }),
          false: splitLink({
            condition: (op) => lengthOf(server, op) > MAX_URL,
            true: httpLink({ ...http, headers, methodOverride: 'POST' }),
            false: httpBatchLink({ ...http, headers, maxItems: MAX_CALLS, maxURLLength: MAX_URL }),
          }),
        }),
      }),
    ],
  });
  // `amountLink` writes what the router does not take.
  return client as OutturnClient;
}

function toServer({ url, apiKey, fetch: send }: OutturnClientOptions): Server {
  if (apiKey === undefined || apiKey === '') throw new TypeError('apiKey is missing');
  const headers = apiKey === null ? csrfHeader : { authorization: `Bearer ${apiKey}` };
  new Headers(headers);
  const { origin, pathname } = toServerUrl('url', url);
  return {
    url: `${origin}${pathname.replace(/\/+$/, '')}/trpc`,
    headers,
    // Resolved per call, and called without a receiver, which browsers require.
    fetch: send ?? ((...args: Parameters<typeof fetch>) => fetch(...args)),
  };
}

function keyOf({ context }: Operation): Record<string, string> {
  const { idempotencyKey } = readContext(context);
  return idempotencyKey === undefined ? {} : keyHeader(idempotencyKey);
}

function lengthOf({ url }: Server, { path, input }: Operation): number {
  const text = input === undefined ? '' : encodeURIComponent(JSON.stringify(input));
  return url.length + path.length + text.length + URL_OVERHEAD;
}

import type { AppRouter } from '@outturn/trpc';
import { onlineManager } from '@tanstack/react-query';
import {
  createTRPCClient,
  httpBatchLink,
  httpLink,
  httpSubscriptionLink,
  type OperationContext,
  splitLink,
} from '@trpc/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { queryClient } from './query-client.ts';

/** A page of another site can make a browser send our cookie, but not this header. */
export const csrfHeader = { 'x-outturn-csrf': '1' };

const url = '/trpc';
/** Beyond this, queries are spread over several requests, and one that is longer by itself is posted. */
const MAX_URL_LENGTH = 6000;
/** Characters of a URL around the path and the input of its only call. */
const AROUND_INPUT = 100;
/** The most calls that the server accepts in one HTTP batch. */
const MOST_CALLS = 50;

export const client = createTRPCClient<AppRouter>({
  links: [
    splitLink({
      condition: ({ type }) => type === 'subscription',
      true: httpSubscriptionLink({ url }),
      false: splitLink({
        condition: ({ type }) => type === 'mutation',
        true: httpLink({ url, headers: ({ op }) => ({ ...csrfHeader, ...keyHeader(op.context) }) }),
        false: splitLink({
          condition: ({ path, input }) => lengthOf(path, input) > MAX_URL_LENGTH,
          true: httpLink({ url, headers: csrfHeader, fetch: fetchQuery, methodOverride: 'POST' }),
          false: httpBatchLink({
            url,
            headers: csrfHeader,
            fetch: fetchQuery,
            maxItems: MOST_CALLS,
            maxURLLength: MAX_URL_LENGTH,
          }),
        }),
      }),
    }),
  ],
});

/** Options for TanStack Query, by the path of the procedure: `useQuery(trpc.agents.list.queryOptions({}))`. */
export const trpc = createTRPCOptionsProxy<AppRouter>({ client, queryClient });

export type Inputs = inferRouterInputs<AppRouter>;
export type Outputs = inferRouterOutputs<AppRouter>;

/** Aborts when the server goes away: requests on a silent network would hold the browser's few connections. */
function fetchQuery(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const away = new AbortController();
  const stop = onlineManager.subscribe((isOnline) => !isOnline && away.abort(new TypeError('away')));
  const signal = AbortSignal.any([away.signal, ...(init?.signal ? [init.signal] : [])]);
  return fetch(input, { ...init, signal }).finally(stop);
}

/** The header of a call with `context: { idempotencyKey }`. The server replays such a call when it is sent again. */
function keyHeader({ idempotencyKey }: OperationContext): Record<string, string> {
  return typeof idempotencyKey === 'string' ? { 'x-idempotency-key': idempotencyKey } : {};
}

function lengthOf(path: string, input: unknown): number {
  return path.length + encodeURIComponent(JSON.stringify(input ?? null)).length + AROUND_INPUT;
}

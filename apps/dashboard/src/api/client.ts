import { type AppRouter, createOutturnClient } from '@outturn/client';
import { onlineManager } from '@tanstack/react-query';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { queryClient } from './query-client.ts';

export const client = createOutturnClient({
  // Tests of single files run without a page.
  url: globalThis.location?.origin ?? 'http://localhost',
  apiKey: null,
  // TanStack Query tries queries again, and waits with it while the server is away. Forms fail at once.
  retries: 0,
  fetch: fetchUnlessAway,
});

/** Options for TanStack Query, by the path of the procedure: `useQuery(trpc.agents.list.queryOptions({}))`. */
export const trpc = createTRPCOptionsProxy<AppRouter>({ client, queryClient });

export type Inputs = inferRouterInputs<AppRouter>;
export type Outputs = inferRouterOutputs<AppRouter>;

/**
 * Aborts reads when the server goes away: requests on a silent network would hold the browser's few connections. A write may
 * have reached the server and still be answered.
 */
function fetchUnlessAway(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  if (init?.method === 'POST') return fetch(input, init);
  const away = new AbortController();
  const stop = onlineManager.subscribe((isOnline) => !isOnline && away.abort(new TypeError('away')));
  const signal = AbortSignal.any([away.signal, ...(init?.signal ? [init.signal] : [])]);
  return fetch(input, { ...init, signal }).finally(stop);
}

import type { AppRouter } from '@outturn/trpc';
import { createTRPCClient, httpBatchLink, httpLink, httpSubscriptionLink, splitLink } from '@trpc/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { queryClient } from './query-client.ts';

/** A page of another site can make a browser send our cookie, but not this header. */
export const csrfHeader = { 'x-outturn-csrf': '1' };

const url = '/trpc';
/** Beyond this, queries are spread over several requests. */
const MAX_URL_LENGTH = 6000;

export const client = createTRPCClient<AppRouter>({
  links: [
    splitLink({
      condition: ({ type }) => type === 'subscription',
      true: httpSubscriptionLink({ url }),
      false: splitLink({
        condition: ({ type }) => type === 'mutation',
        true: httpLink({ url, headers: csrfHeader }),
        false: httpBatchLink({ url, headers: csrfHeader, maxURLLength: MAX_URL_LENGTH }),
      }),
    }),
  ],
});

/** Options for TanStack Query, by the path of the procedure: `useQuery(trpc.agents.list.queryOptions({}))`. */
export const trpc = createTRPCOptionsProxy<AppRouter>({ client, queryClient });

export type Inputs = inferRouterInputs<AppRouter>;
export type Outputs = inferRouterOutputs<AppRouter>;

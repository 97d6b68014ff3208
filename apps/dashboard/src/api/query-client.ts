import { QueryClient } from '@tanstack/react-query';
import { isRefusal } from './error-text.ts';

const FRESH_FOR = 10_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_FOR,
      // A refusal would be repeated; a broken connection may recover.
      retry: (failures, error) => failures < 2 && !isRefusal(error),
      // At any age, as the connection to the server was lost in between.
      refetchOnReconnect: 'always',
    },
    // Mutations fail at once while the server is away, instead of being queued.
    mutations: { networkMode: 'always' },
  },
});

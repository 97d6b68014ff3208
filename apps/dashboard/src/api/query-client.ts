import { QueryClient } from '@tanstack/react-query';
import { isRefusal } from './error-text.ts';

const FRESH_FOR = 10_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_FOR,
      // What was refused will be refused again; a broken connection may mend.
      retry: (failures, error) => failures < 2 && !isRefusal(error),
      // Whatever its age: the connection to the server was lost in between.
      refetchOnReconnect: 'always',
    },
    // What a person does is refused at once while the server is away, rather than done later.
    mutations: { networkMode: 'always' },
  },
});

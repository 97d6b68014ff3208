import { useInfiniteQuery } from '@tanstack/react-query';
import type { Inputs } from '../api/client.ts';
import { trpc } from '../api/client.ts';

type Asked = Pick<NonNullable<Inputs['prices']['list']>, 'source' | 'provider' | 'model'>;

const OWN_PAGE = 25;

export function useOwnPrices() {
  return usePrices({ source: 'own' }, OWN_PAGE);
}

/** The pages of a list of prices, one after the other; `prices` is undefined until the first has come. */
export function usePrices(asked: Asked, pageSize: number) {
  const { data, ...query } = useInfiniteQuery(
    trpc.prices.list.infiniteQueryOptions(
      { ...asked, limit: pageSize },
      { getNextPageParam: ({ nextCursor }) => nextCursor, placeholderData: (earlier) => earlier },
    ),
  );
  return { ...query, prices: data?.pages.flatMap(({ items }) => items) };
}

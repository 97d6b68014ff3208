import { skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { trpc } from '../api/client.ts';
import type { RecordKind } from '../kinds/record-kinds.ts';
import { fetchRecord, listInput, type RecordFields } from './fetch-records.ts';
import type { RecordsSearch } from './records-search.ts';

const PAGE = 50;

/** The list of a kind. All have the same shape, but TypeScript cannot call a union of overloads. */
const listOf = (kind: RecordKind) => trpc[kind].list as typeof trpc.revenues.list;

/** The pages of a list, one after the other; `rows` is undefined until the first has come. */
export function useRecordPages(kind: RecordKind, { id: _, ...search }: RecordsSearch, zone: string) {
  const options = listOf(kind).infiniteQueryOptions(listInput(kind, { search, zone, limit: PAGE }), {
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // While a filter is typed the rows stay; those of another kind have other columns.
    placeholderData: (earlier, earlierQuery) => (earlierQuery?.queryKey[0][0] === kind ? earlier : undefined),
  });
  const { data, ...query } = useInfiniteQuery(options);
  return { ...query, rows: data?.pages.flatMap(({ items }): RecordFields[] => items) };
}

/** The latest records that fit. */
export function useLatestRecords(kind: RecordKind, search: RecordsSearch, limit: number, zone: string) {
  return useQuery(listOf(kind).queryOptions(listInput(kind, { search, zone, limit })));
}

export function useRecord(kind: RecordKind, id: string | undefined) {
  return useQuery({
    queryKey: ['records', kind, 'one', id],
    queryFn: id === undefined ? skipToken : () => fetchRecord(kind, id),
  });
}

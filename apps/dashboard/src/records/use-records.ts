import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { RecordKind } from '../kinds/record-kinds.ts';
import { fetchRecord, fetchRecords } from './fetch-records.ts';
import type { RecordsSearch } from './records-search.ts';

const PAGE = 50;

/** The pages of a list, one after the other; `rows` is undefined until the first has come. */
export function useRecordPages(kind: RecordKind, { id: _, ...search }: RecordsSearch, zone: string) {
  const { data, ...query } = useInfiniteQuery({
    queryKey: ['records', kind, { search, zone }],
    queryFn: ({ pageParam: cursor }) => fetchRecords(kind, { search, zone, limit: PAGE, cursor }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // While a filter is typed the rows stay; those of another kind have other columns.
    placeholderData: (earlier, earlierQuery) => (earlierQuery?.queryKey[1] === kind ? earlier : undefined),
  });
  return { ...query, rows: data?.pages.flatMap(({ items }) => items) };
}

/** The latest records that fit. */
export function useLatestRecords(kind: RecordKind, search: RecordsSearch, limit: number, zone: string) {
  return useQuery({
    queryKey: ['records', kind, 'latest', { search, limit }],
    queryFn: () => fetchRecords(kind, { search, zone, limit }),
  });
}

export function useRecord(kind: RecordKind, id: string) {
  return useQuery({ queryKey: ['records', kind, 'one', id], queryFn: () => fetchRecord(kind, id) });
}

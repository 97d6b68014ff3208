import { client } from '../api/client.ts';
import { type AnyRecord, type RecordKind, recordKinds } from '../kinds/record-kinds.ts';
import { endOfDay, startOfDay } from './day-edges.ts';
import { filtersOf, type RecordsSearch, sortOf } from './records-search.ts';

export type RecordFields = AnyRecord['record'];
export type RecordPage = { items: RecordFields[]; nextCursor: string | null };

type Paging = { limit: number; cursor?: string | undefined };
type Asked = Paging & { search: RecordsSearch; zone: string; signal?: AbortSignal | undefined };

/** The most records that the API sends in one page. */
export const LARGEST_PAGE = 1000;

/** A page of records as filtered; the days of the search are those of the zone. */
export function fetchRecords(
  kind: RecordKind,
  { search, zone, signal, ...paging }: Asked,
): Promise<RecordPage> {
  // `recordedAt` is filtered by `recordedFrom` and `recordedTo`.
  const verb = recordKinds[kind].time.replace(/At$/, '');
  const input = {
    ...paging,
    ...filtersOf(kind, search),
    sort: sortOf(kind, search),
    ...(search.from && { [`${verb}From`]: startOfDay(search.from, zone) }),
    ...(search.to && { [`${verb}To`]: endOfDay(search.to, zone) }),
  };
  return client[kind].list.query(input, { signal });
}

/** One record by its id. */
export function fetchRecord(kind: RecordKind, id: string): Promise<RecordFields> {
  return client[kind].get.query({ id });
}

import { client } from '../api/client.ts';
import type { AnyRecord, RecordKind } from '../kinds/record-kinds.ts';
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
  const input = { ...paging, ...filtersOf(kind, search), sort: sortOf(kind, search) };
  const since = search.from ? startOfDay(search.from, zone) : undefined;
  const until = search.to ? endOfDay(search.to, zone) : undefined;
  switch (kind) {
    case 'revenues':
      return client.revenues.list.query({ ...input, recordedFrom: since, recordedTo: until }, { signal });
    case 'outcomes':
      return client.outcomes.list.query({ ...input, generatedFrom: since, generatedTo: until }, { signal });
    case 'goals':
      return client.goals.list.query({ ...input, achievedFrom: since, achievedTo: until }, { signal });
    case 'events':
      return client.events.list.query({ ...input, occurredFrom: since, occurredTo: until }, { signal });
  }
}

/** One record by its id. */
export function fetchRecord(kind: RecordKind, id: string): Promise<RecordFields> {
  switch (kind) {
    case 'revenues':
      return client.revenues.get.query({ id });
    case 'outcomes':
      return client.outcomes.get.query({ id });
    case 'goals':
      return client.goals.get.query({ id });
    case 'events':
      return client.events.get.query({ id });
  }
}

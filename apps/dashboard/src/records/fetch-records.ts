import { client } from '../api/client.ts';
import { endOfDay, startOfDay } from './day-edges.ts';
import type { AnyRecord, RecordKind } from './record-kinds.ts';
import { filtersOf, type RecordsSearch } from './records-search.ts';

export type RecordFields = AnyRecord['record'];
export type RecordPage = { items: RecordFields[]; nextCursor: string | null };

type Paging = { limit: number; cursor?: string | undefined };

/** A page of records as filtered; the days of the search are those of the zone. */
export function fetchRecords(
  kind: RecordKind,
  { search, zone, ...paging }: Paging & { search: RecordsSearch; zone: string },
): Promise<RecordPage> {
  const input = { ...paging, ...filtersOf(kind, search) };
  const since = search.from ? startOfDay(search.from, zone) : undefined;
  const until = search.to ? endOfDay(search.to, zone) : undefined;
  switch (kind) {
    case 'revenues':
      return client.revenues.list.query({ ...input, recordedFrom: since, recordedTo: until });
    case 'outcomes':
      return client.outcomes.list.query({ ...input, generatedFrom: since, generatedTo: until });
    case 'goals':
      return client.goals.list.query({ ...input, achievedFrom: since, achievedTo: until });
    case 'events':
      return client.events.list.query({ ...input, occurredFrom: since, occurredTo: until });
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

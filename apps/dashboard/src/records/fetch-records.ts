import type { CallContext } from '@outturn/client';
import { client, type Inputs, type Outputs } from '../api/client.ts';
import { type AnyRecord, type RecordKind, recordKinds } from '../kinds/record-kinds.ts';
import { startOfDay } from './day-edges.ts';
import { filtersOf, type RecordsSearch, sortOf } from './records-search.ts';

export type RecordFields = AnyRecord['record'];
export type RecordVersion = Outputs[RecordKind]['history'][number];
export type RecordPage = { items: RecordFields[]; nextCursor: string | null };

type Question = { search: RecordsSearch; zone: string; limit: number };
type Asked = Question & {
  cursor?: string | undefined;
  signal?: AbortSignal | undefined;
  context?: CallContext;
};

/** The most records that the API sends in one page. */
export const LARGEST_PAGE = 1000;

/** A page of records as filtered. */
export function fetchRecords(
  kind: RecordKind,
  { cursor, signal, context, ...question }: Asked,
): Promise<RecordPage> {
  const options = { signal, ...(context && { context }) };
  return client[kind].list.query({ ...listInput(kind, question), cursor }, options);
}

/** The input of the list of a kind; the days of the search are those of the zone ({@link withDays}). */
export function listInput(kind: RecordKind, { search, zone, limit }: Question) {
  // `recordedAt` is filtered by `recordedFrom` and `recordedTo`.
  const verb = recordKinds[kind].time.replace(/At$/, '');
  return {
    limit,
    ...filtersOf(kind, search),
    sort: sortOf(kind, search),
    ...(search.status && { status: search.status }),
    ...(search.from && { [`${verb}From`]: startOfDay(search.from, zone) }),
    ...(search.to && { [`${verb}To`]: startOfDay(search.to, zone) }),
  };
}

/** One record by its id. */
export function fetchRecord(kind: RecordKind, id: string): Promise<RecordFields> {
  return client[kind].get.query({ id });
}

/** All versions of a record, oldest first. */
export function fetchHistory(kind: RecordKind, id: string): Promise<readonly RecordVersion[]> {
  return client[kind].history.query({ id });
}

/** The changes are checked by the server, whose fields differ from kind to kind. */
export type Correction = Omit<Inputs[RecordKind]['correct'], 'changes'> & {
  changes?: Record<string, unknown>;
};

export async function correctRecord(kind: RecordKind, correction: Correction): Promise<void> {
  await client[kind].correct.mutate(correction);
}

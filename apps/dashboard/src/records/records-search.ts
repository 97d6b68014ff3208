import { type FilterName, type RecordKind, recordKindNames, recordKinds } from '../kinds/record-kinds.ts';
import { type PeriodSearch, readPeriod } from '../window/carried-period.ts';
import { daysOf } from '../window/presets.ts';
import { choiceOf } from '../window/window-search.ts';

/** By the time that a record tells, or by id, which is the order in which they were received; a minus sign means descending. */
export const recordSorts = ['-time', 'time', '-id', 'id'] as const;

type RecordSort = (typeof recordSorts)[number];

/** The usual order: that of the time which tables show. */
export const LATEST_FIRST: RecordSort = '-time';

/** Filters as they stand in the URL. Without a period, records of all time are listed. */
export type RecordsSearch = { [Name in FilterName]?: string } & PeriodSearch & {
    sort?: RecordSort | undefined;
    /** Voided records instead of those that count. */
    status?: 'voided';
    /** The record whose details are open. */
    id?: string;
  };

const filterFields = new Set(recordKindNames.flatMap((kind) => recordKinds[kind].filters));
const names = [...filterFields, 'id'] as const;

export function readRecordsSearch(search: Record<string, unknown>): RecordsSearch {
  const known: RecordsSearch = readPeriod(search);
  for (const name of names) {
    const value = search[name];
    // A key of some digits reaches us as a number, and "true" as what it says.
    if (['string', 'number', 'boolean'].includes(typeof value)) known[name] = String(value);
  }
  const sort = recordSorts.find((each) => each === search.sort);
  return { ...known, ...(sort && { sort }), ...(search.status === 'voided' && { status: 'voided' }) };
}

/** The search with the days of its period, as they are when `today` is the current day. */
export function withDays(search: RecordsSearch, today: string): RecordsSearch {
  if (!search.window) return search;
  return { ...search, window: 'custom', ...daysOf(choiceOf(search), today) };
}

/** The filters of a search that lists of this kind know. */
export function filtersOf(kind: RecordKind, search: RecordsSearch): { [Name in FilterName]?: string } {
  return Object.fromEntries(
    recordKinds[kind].filters.flatMap((name) => (search[name] ? [[name, search[name]]] : [])),
  );
}

/** The filters of a search, those of other kinds included. */
export function filtersIn(search: RecordsSearch): RecordsSearch {
  return Object.fromEntries(
    [...filterFields, 'status' as const].flatMap((name) => (search[name] ? [[name, search[name]]] : [])),
  );
}

/** Whether a search leaves records of this kind out. */
export function isFiltered(kind: RecordKind, search: RecordsSearch): boolean {
  return Boolean(search.window || search.status) || Object.keys(filtersOf(kind, search)).length > 0;
}

/** The order of a search, in the words of the kind's list. */
export function sortOf(kind: RecordKind, { sort = LATEST_FIRST }: RecordsSearch): string {
  return sort.replace('time', recordKinds[kind].time);
}

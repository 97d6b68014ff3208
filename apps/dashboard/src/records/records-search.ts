import { type FilterName, type RecordKind, recordKindNames, recordKinds } from '../kinds/record-kinds.ts';
import { type PeriodSearch, readPeriod } from '../window/carried-period.ts';
import { addDays } from '../window/days.ts';
import { daysOf, type Preset } from '../window/presets.ts';
import { isDay } from '../window/window-search.ts';

/** By the time that a record tells, or by id, which is the order in which they were received; a minus sign means descending. */
export const recordSorts = ['-time', 'time', '-id', 'id'] as const;

type RecordSort = (typeof recordSorts)[number];

/** The usual order: that of the time which tables show. */
export const LATEST_FIRST: RecordSort = '-time';

/** Filters as they stand in the URL; `from` and `to` are local days, both of which count. */
export type RecordsSearch = { [Name in FilterName]?: string } & Pick<PeriodSearch, 'compare' | 'zone'> & {
    /** A period that moves with time, in place of the two days. */
    window?: Preset | undefined;
    from?: string | undefined;
    to?: string | undefined;
    sort?: RecordSort | undefined;
    /** Voided records instead of those that count. */
    status?: 'voided';
    /** The record whose details are open. */
    id?: string;
  };

const filterFields = new Set(recordKindNames.flatMap((kind) => recordKinds[kind].filters));
const names = [...filterFields, 'from', 'to', 'id'] as const;

export function readRecordsSearch(search: Record<string, unknown>): RecordsSearch {
  const { window, from: first, to: end, ...carried } = readPeriod(search);
  const known: RecordsSearch = carried;
  for (const name of names) {
    const value = search[name];
    // A key of some digits reaches us as a number, and "true" as what it says.
    if (['string', 'number', 'boolean'].includes(typeof value)) known[name] = String(value);
  }
  if (!isDay(known.from)) delete known.from;
  if (!isDay(known.to)) delete known.to;
  if (window) {
    delete known.from;
    delete known.to;
    if (window !== 'custom') known.window = window;
    else if (first && end) Object.assign(known, { from: first, to: addDays(end, -1) });
  }
  const sort = recordSorts.find((each) => each === search.sort);
  return { ...known, ...(sort && { sort }), ...(search.status === 'voided' && { status: 'voided' }) };
}

/** The search with the days of its period, as they are when `today` is the current day. */
export function withDays({ window, ...search }: RecordsSearch, today: string): RecordsSearch {
  if (!window) return search;
  const { from, to } = daysOf({ window }, today);
  return { ...search, from, to: addDays(to, -1) };
}

/** The filters of a search that lists of this kind know. */
export function filtersOf(kind: RecordKind, search: RecordsSearch): { [Name in FilterName]?: string } {
  return Object.fromEntries(
    recordKinds[kind].filters.flatMap((name) => (search[name] ? [[name, search[name]]] : [])),
  );
}

/** Whether two searches ask for the same, order and open details aside. */
export function hasSameFilters(one: RecordsSearch, other: RecordsSearch): boolean {
  return [...filterFields, 'from' as const, 'to' as const, 'status' as const].every(
    (name) => (one[name] || '') === (other[name] || ''),
  );
}

/** Whether a search leaves records of this kind out. */
export function isFiltered(kind: RecordKind, search: RecordsSearch): boolean {
  return (
    Boolean(search.from || search.to || search.status) || Object.keys(filtersOf(kind, search)).length > 0
  );
}

/** The order of a search, in the words of the kind's list. */
export function sortOf(kind: RecordKind, { sort = LATEST_FIRST }: RecordsSearch): string {
  return sort.replace('time', recordKinds[kind].time);
}

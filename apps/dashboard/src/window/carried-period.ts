import { type ComparisonSearch, readComparison } from './comparison.ts';
import { addDays } from './days.ts';
import { isDay, readWindow, type WindowSearch } from './window-search.ts';

export type PeriodSearch = WindowSearch & ComparisonSearch;

/** The period and the comparison in the URL of a page. */
export function readPeriod(search: Record<string, unknown>): PeriodSearch {
  return { ...readWindow(search), ...readComparison(search) };
}

type Search = Record<string, unknown>;

/** Carries the period and the comparison of a page along every link that names no period of its own. */
export function carryPeriod({ search, next }: { search: Search; next: (search: Search) => Search }): Search {
  const result = next(search);
  if (['window', 'from', 'to'].some((name) => Object.hasOwn(result, name))) return result;
  return { ...periodOf(search), ...result };
}

/** The period of any page; lists of records may have two days, both of which count. */
function periodOf(search: Search): PeriodSearch {
  const { window, from, to } = search;
  const isDays = window === undefined && isDay(from) && isDay(to) && from <= to;
  return readPeriod(isDays ? { ...search, window: 'custom', to: addDays(to, 1) } : search);
}

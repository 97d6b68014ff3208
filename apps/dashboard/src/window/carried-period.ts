import { readZone, type ZoneSearch } from '../zone/use-zone.ts';
import { type ComparisonSearch, readComparison } from './comparison.ts';
import { readWindow, type WindowSearch } from './window-search.ts';

export type PeriodSearch = WindowSearch & ComparisonSearch & ZoneSearch;

/** The period, the comparison and the time zone in the URL of a page. */
export function readPeriod(search: Record<string, unknown>): PeriodSearch {
  return { ...readWindow(search), ...readComparison(search), ...readZone(search) };
}

type Search = Record<string, unknown>;

/** Carries the zone and the comparison of a page along every link, and its period along those that name no period of their own. */
export function carryPeriod({ search, next }: { search: Search; next: (search: Search) => Search }): Search {
  const result = next(search);
  const hasOwn = ['window', 'from', 'to'].some((name) => Object.hasOwn(result, name));
  const period = readPeriod(search);
  const { window: _, from: __, to: ___, ...others } = period;
  return { ...(hasOwn ? others : period), ...result };
}

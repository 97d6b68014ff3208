import type { Inputs } from '../api/client.ts';
import { startOfDay } from '../records/day-edges.ts';
import { type PeriodSearch, readPeriod } from '../window/carried-period.ts';
import type { Days } from '../window/presets.ts';

/** Filters that name a member, in the order in which they are shown. */
export const memberFilters = ['agentKey', 'customerKey', 'goalKey', 'toolKey'] as const;

const texts = ['search', ...memberFilters] as const;
const filterNames = [...texts, 'errors'] as const;

/** The filters of the list of sessions, as they stand in the URL. */
export type SessionFilters = { [Name in (typeof texts)[number]]?: string | undefined } & {
  /** Only sessions with a step that failed. */
  errors?: 'only' | undefined;
};

export type SessionsSearch = PeriodSearch & SessionFilters;

/** Keeps the valid parts of a URL's search, which may be edited by hand. */
export function readSessionsSearch(search: Record<string, unknown>): SessionsSearch {
  const known: SessionsSearch = readPeriod(search);
  for (const name of texts) {
    const value = search[name];
    if (typeof value === 'string' && value !== '') known[name] = value;
  }
  if (search.errors === 'only') known.errors = 'only';
  return known;
}

/** The filters of a search, without its period. */
export function filtersIn(search: SessionsSearch): SessionFilters {
  return Object.fromEntries(filterNames.flatMap((name) => (search[name] ? [[name, search[name]]] : [])));
}

/** Whether a filter leaves sessions out. */
export function hasFilters(search: SessionsSearch): boolean {
  return filterNames.some((name) => search[name] !== undefined);
}

/** The question for the sessions that were created within these days and meet all filters. */
export function toQuestion(search: SessionsSearch, { from, to }: Days, zone: string) {
  return {
    limit: PAGE,
    include: 'summary' as const,
    createdFrom: startOfDay(from, zone),
    createdTo: startOfDay(to, zone),
    ...Object.fromEntries(texts.map((name) => [name, search[name]])),
    ...(search.errors && { hasErrors: true }),
  } satisfies Inputs['sessions']['list'];
}

/** As many as have the sums of their records in one answer. */
const PAGE = 100;

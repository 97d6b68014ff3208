import { measureNames } from '../measures/measures.ts';
import { type PeriodSearch, readPeriod } from '../window/carried-period.ts';
import type { Sort } from './sort-members.ts';

/** The period of a list of members, and its order; a minus sign means descending. */
export type MembersSearch = PeriodSearch & { sort?: string };

export function readMembersSearch(search: Record<string, unknown>): MembersSearch {
  const sort = sortIn(search.sort);
  return { ...readPeriod(search), ...(sort && { sort: sortText(sort) }) };
}

export function sortText({ by, isDescending }: Sort): string {
  return `${isDescending ? '-' : ''}${by}`;
}

/** The order in a URL; undefined where it is none. */
export function sortIn(text: unknown): Sort | undefined {
  if (typeof text !== 'string') return undefined;
  const name = text.replace(/^-/, '');
  const by = name === 'name' ? name : measureNames.find((measure) => measure === name);
  return by && { by, isDescending: text.startsWith('-') };
}

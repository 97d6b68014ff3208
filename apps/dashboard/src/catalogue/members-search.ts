import { type Measure, measureNames } from '../measures/measures.ts';
import { type PeriodSearch, readPeriod } from '../window/carried-period.ts';
import type { Sort } from './sort-head.tsx';

/** The period of a list of members, and which of them it shows, in which order. */
export type MembersSearch = PeriodSearch & {
  /** The column that orders the table; a minus sign means descending. */
  sort?: string | undefined;
  /** A part of a key or a name. */
  search?: string | undefined;
  /** How many members are shown; absent for the first page. */
  shown?: number | undefined;
};

/** The server orders by key, since members need no name; a change is that of the margin. */
export type MembersSort = Sort<Measure | 'key' | 'change'>;

/** Members that are shown at first. */
export const FIRST_SHOWN = 100;
/** The most groups of one answer. */
export const MOST_SHOWN = 1000;

export function readMembersSearch({
  sort: given,
  search,
  shown,
  ...rest
}: Record<string, unknown>): MembersSearch {
  const sort = sortIn(given);
  // Digits reach us as a number, and "true" as what it says.
  const text = ['string', 'number', 'boolean'].includes(typeof search) ? String(search) : '';
  const isShown = Number.isInteger(shown) && Number(shown) > FIRST_SHOWN && Number(shown) <= MOST_SHOWN;
  return {
    ...readPeriod(rest),
    ...(sort && { sort: sortText(sort) }),
    ...(text && { search: text }),
    ...(isShown && { shown: Number(shown) }),
  };
}

export function sortText({ by, isDescending }: MembersSort): string {
  return `${isDescending ? '-' : ''}${by}`;
}

/** The order in a URL; undefined where it is none. */
export function sortIn(text: unknown): MembersSort | undefined {
  if (typeof text !== 'string') return undefined;
  const name = text.replace(/^-/, '');
  const by = name === 'key' || name === 'change' ? name : measureNames.find((measure) => measure === name);
  return by && { by, isDescending: text.startsWith('-') };
}

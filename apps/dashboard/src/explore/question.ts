import type { Inputs } from '../api/client.ts';
import type { Step } from '../format/instant.ts';
import type { Measure } from '../measures/measures.ts';
import type { Filter, Split } from '../where/filters.ts';
import type { PeriodSearch } from '../window/carried-period.ts';

export type SliceQuestion = Inputs['analytics']['slice'];
type Groups = NonNullable<SliceQuestion['by']>[string];
export type Order = NonNullable<NonNullable<Groups['orderBy']>['measure']>;

/** A question as the page asks it, and as it stands in the URL. */
export type Question = {
  measures: Measure[];
  by: Split[];
  where: Filter[];
  every: Step | undefined;
  order: Order;
  direction: 'asc' | 'desc';
  first: number;
} & PeriodSearch;

export const MAX_SPLITS = 3;
export const steps = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const satisfies Step[];

/** Shares order like what they are shares of, so groups cannot be ordered by them. */
export function isOrder(measure: Measure): measure is Measure & Order {
  return !measure.toLowerCase().endsWith('share');
}

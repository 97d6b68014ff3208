import Big from 'big.js';
import type { Outputs } from '../api/client.ts';
import { formatLongDuration } from '../format/duration.ts';
import { NOTHING } from '../measures/measures.ts';

/** The sums of the records of a session. */
export type Summary = NonNullable<Outputs['sessions']['get']['summary']>;

export function marginOf({ revenue, cost }: Summary): string {
  return new Big(revenue).minus(cost).toFixed();
}

/** The time from the first step to the end of the last. */
export function durationText({ startedAt, endedAt }: Pick<Summary, 'startedAt' | 'endedAt'>): string {
  if (startedAt === null || endedAt === null) return NOTHING;
  return formatLongDuration(Date.parse(endedAt) - Date.parse(startedAt));
}

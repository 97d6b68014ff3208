import Big from 'big.js';
import type { Measure, MeasureValue } from '../measures/measures.ts';
import type { Member } from './fetch-members.ts';

export type Sort = { by: Measure | 'name'; isDescending: boolean };
type Totals = ReadonlyMap<string, Partial<Record<Measure, MeasureValue>> | undefined>;

/** In order of a measure, those without it last; or by name. */
export function sortMembers<T extends Pick<Member, 'key' | 'name'>>(
  members: readonly T[],
  totals: Totals,
  { by, isDescending }: Sort,
): T[] {
  const sign = isDescending ? -1 : 1;
  if (by === 'name') return members.toSorted((a, b) => sign * nameOf(a).localeCompare(nameOf(b)));
  return members.toSorted((a, b) => {
    const [left, right] = [totals.get(a.key)?.[by], totals.get(b.key)?.[by]];
    if (left == null || right == null) return Number(left == null) - Number(right == null);
    return sign * new Big(left).cmp(right);
  });
}

function nameOf({ name, key }: Pick<Member, 'key' | 'name'>): string {
  return name ?? key;
}

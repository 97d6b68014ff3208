import Big from 'big.js';
import { formatPoints, formatSignedCount, formatSignedPercent } from '../format/count.ts';
import { formatSignedCompactMoney, formatSignedMoney } from '../format/money.ts';
import { type Measure, type MeasureValue, measures } from './measures.ts';

export type Change = {
  direction: 'up' | 'down' | 'same';
  /** Whether the change is a good one; undefined where it is neither good nor bad. */
  isGood: boolean | undefined;
  /** The difference, such as `+$12.50`; amounts that are longer take the compact form. */
  absolute: string;
  /** The difference in full. */
  full: string;
  /** Such as `+8.3%`; undefined without an earlier value to divide by, and where it rounds to zero. */
  relative: string | undefined;
};

/** Characters of a difference that a tile has room for. */
const LONGEST = 8;

/** How a measure changed; undefined where one of both has no value. The difference of amounts is exact. */
export function changeOf(measure: Measure, now: MeasureValue, before: MeasureValue): Change | undefined {
  if (now == null || before == null) return undefined;
  const { kind, better } = measures[measure];
  const difference = new Big(now).minus(before);
  const full = differenceText(measure, difference);
  // Ratios are shown in rounded points, and a difference that rounds to zero is none.
  const isSame = difference.eq(0) || (kind === 'ratio' && full === formatPoints(0));
  const direction = isSame ? 'same' : difference.gt(0) ? 'up' : 'down';
  const isLong = kind === 'amount' && full.length > LONGEST;
  return {
    direction,
    isGood: isSame || better === 'neither' ? undefined : (direction === 'up') === (better === 'higher'),
    absolute: isLong ? formatSignedCompactMoney(difference.toFixed()) : full,
    full,
    relative: kind === 'ratio' ? undefined : relativeText(difference, new Big(before)),
  };
}

function differenceText(measure: Measure, difference: Big): string {
  const { kind } = measures[measure];
  if (kind === 'amount') return formatSignedMoney(difference.toFixed());
  return kind === 'ratio' ? formatPoints(difference.toNumber()) : formatSignedCount(difference.toNumber());
}

function relativeText(difference: Big, before: Big): string | undefined {
  if (before.eq(0)) return undefined;
  const text = formatSignedPercent(difference.div(before.abs()).toNumber());
  return text === formatSignedPercent(0) ? undefined : text;
}

import Big from 'big.js';
import {
  formatPoints,
  formatSignedCount,
  formatSignedMultiple,
  formatSignedPercent,
  LARGE_RATIO,
} from '../format/count.ts';
import { formatSignedCompactMoney, formatSignedMoney } from '../format/money.ts';
import { isQuantity, type Measure, type MeasureValue, measures } from './measures.ts';

export type Change = {
  direction: 'up' | 'down' | 'same';
  /** Whether the change is a good one; undefined where it is neither good nor bad. */
  isGood: boolean | undefined;
  /** The difference, such as `+$12.50`; amounts that are longer take the compact form. */
  absolute: string;
  /** The difference in full. */
  full: string;
  /** Such as `+8.3%`; undefined without a positive value before, beyond 100× of it, and where it rounds to zero. */
  relative: string | undefined;
};

/** Characters of a difference that a tile has room for. */
const LONGEST = 8;

/**
 * How a measure changed; undefined where one of both has no value, or is a multiple so large that a difference says nothing. The
 * difference of amounts is exact.
 */
export function changeOf(measure: Measure, now: MeasureValue, before: MeasureValue): Change | undefined {
  if (now == null || before == null) return undefined;
  const { kind, better } = measures[measure];
  if (kind === 'multiple' && [now, before].some((each) => Math.abs(Number(each)) > LARGE_RATIO))
    return undefined;
  const difference = new Big(now).minus(before);
  const full = differenceText(measure, difference);
  // A difference that is shown as zero is none.
  const isSame = difference.eq(0) || (!isQuantity(measure) && full === differenceText(measure, new Big(0)));
  const direction = isSame ? 'same' : difference.gt(0) ? 'up' : 'down';
  const isLong = kind === 'amount' && full.length > LONGEST;
  return {
    direction,
    isGood: isSame || better === 'neither' ? undefined : (direction === 'up') === (better === 'higher'),
    absolute: isLong ? formatSignedCompactMoney(difference.toFixed()) : full,
    full,
    relative: isQuantity(measure) ? relativeText(difference, new Big(before)) : undefined,
  };
}

function differenceText(measure: Measure, difference: Big): string {
  switch (measures[measure].kind) {
    case 'amount':
      return formatSignedMoney(difference.toFixed());
    case 'count':
      return formatSignedCount(difference.toNumber());
    case 'ratio':
      return formatPoints(difference.toNumber());
    case 'multiple':
      return formatSignedMultiple(difference.toNumber());
  }
}

function relativeText(difference: Big, before: Big): string | undefined {
  if (before.lte(0)) return undefined;
  const ratio = difference.div(before).toNumber();
  if (Math.abs(ratio) > LARGE_RATIO) return undefined;
  const text = formatSignedPercent(ratio);
  return text === formatSignedPercent(0) ? undefined : text;
}

/** The color of a change: good, bad, or neither. */
export function changeColor({ isGood }: Pick<Change, 'isGood'>): string {
  if (isGood === undefined) return 'dimmed';
  return isGood ? 'var(--outturn-good)' : 'var(--outturn-bad)';
}

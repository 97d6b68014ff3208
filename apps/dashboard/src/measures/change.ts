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

/** The difference of amounts is exact. */
export function changeOf(measure: Measure, now: MeasureValue, before: MeasureValue): Change | undefined {
  if (now == null || before == null) return undefined;
  const ratio = Number(before) === 0 ? null : new Big(now).div(before).toNumber();
  return changeBy(measure, now, { change: new Big(now).minus(before).toFixed(), ratio });
}

/** The difference of a measure to that of another period, and its ratio, as the API computes them. */
export type Difference = { change: MeasureValue; ratio: number | null | undefined };

/** How a measure changed; undefined without a difference, or for a multiple so large that a difference says nothing. */
export function changeBy(
  measure: Measure,
  now: MeasureValue,
  { change, ratio }: Difference,
): Change | undefined {
  if (now == null || change == null) return undefined;
  const { kind, better } = measures[measure];
  const difference = new Big(change);
  const before = new Big(now).minus(difference);
  if (kind === 'multiple' && [now, before].some((each) => Math.abs(Number(each)) > LARGE_RATIO))
    return undefined;
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
    relative: isQuantity(measure) && before.gt(0) ? relativeText(ratio) : undefined,
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

function relativeText(ratio: number | null | undefined): string | undefined {
  if (ratio == null) return undefined;
  const part = new Big(ratio).minus(1).toNumber();
  if (Math.abs(part) > LARGE_RATIO) return undefined;
  const text = formatSignedPercent(part);
  return text === formatSignedPercent(0) ? undefined : text;
}

/** The color of a change: good, bad, or neither. */
export function changeColor({ isGood }: Pick<Change, 'isGood'>): string {
  if (isGood === undefined) return 'dimmed';
  return isGood ? 'var(--outturn-good)' : 'var(--outturn-bad)';
}

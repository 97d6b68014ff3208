import Big from 'big.js';
import { formatCount, formatPercent, formatSignedPercent } from '../format/count.ts';
import { formatMoney } from '../format/money.ts';
import { type Measure, type MeasureValue, measures } from './measures.ts';

export type Change = {
  direction: 'up' | 'down' | 'same';
  /** The difference, such as `+$12.50`. */
  absolute: string;
  /** Such as `+8.3%`; undefined where there was nothing to compare with. */
  relative: string | undefined;
};

/** How a measure changed; undefined where one of both has no value. The difference of amounts is exact. */
export function changeOf(measure: Measure, now: MeasureValue, before: MeasureValue): Change | undefined {
  if (now == null || before == null) return undefined;
  const difference = new Big(now).minus(before);
  const isRatio = measures[measure].kind === 'ratio';
  const hasBase = !isRatio && !new Big(before).eq(0);
  return {
    direction: difference.gt(0) ? 'up' : difference.lt(0) ? 'down' : 'same',
    absolute: `${difference.lt(0) ? '-' : '+'}${magnitude(measure, difference.abs())}`,
    relative: hasBase ? formatSignedPercent(difference.div(new Big(before).abs()).toNumber()) : undefined,
  };
}

function magnitude(measure: Measure, difference: Big): string {
  const { kind } = measures[measure];
  if (kind === 'amount') return formatMoney(difference.toFixed());
  // The difference of two percentages is in points, not in percent.
  if (kind === 'ratio') return formatPercent(difference.toNumber()).replace('%', ' points');
  return formatCount(difference.toNumber());
}

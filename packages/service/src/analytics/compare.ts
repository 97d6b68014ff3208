import { fromUnits, toUnits } from '../base/decimal-units.ts';
import { type Measure, measures } from './measures.ts';
import type { Comparison, Totals } from './slice.schema.ts';

const RATIO_DECIMALS = 6;
const RATIO = 10n ** 6n;
const UNITS_OF_RATIO = 10n ** 3n;

/** How the measures of a slice differ from those of another. A measure that either lacks has no difference. */
export function compare(
  own: Totals,
  other: Totals,
  { change, ratio }: { change?: readonly Measure[] | undefined; ratio?: readonly Measure[] | undefined },
): Comparison {
  const each = <Value>(names: readonly Measure[], of: (name: Measure) => Value) =>
    Object.fromEntries(names.map((name) => [name, of(name)]));
  return {
    ...(change && { change: each(change, (name) => changeOf(name, own[name], other[name])) as Totals }),
    ...(ratio && { ratio: each(ratio, (name) => ratioOf(name, own[name], other[name])) }),
  };
}

type Value = string | number | null | undefined;

function changeOf(name: Measure, own: Value, other: Value): string | number | null {
  if (own == null || other == null) return null;
  if (measures[name].kind === 'ratio') return rounded(Number(own) - Number(other));
  const change = fromUnits(toUnits(String(own)) - toUnits(String(other)));
  return measures[name].kind === 'count' ? Number(change) : change;
}

/** Halves are rounded away from zero, as PostgreSQL rounds other ratios. */
function ratioOf(name: Measure, own: Value, other: Value): number | null {
  if (own == null || other == null || Number(other) === 0) return null;
  if (measures[name].kind === 'ratio') return rounded(Number(own) / Number(other));
  const [dividend, divisor] = [toUnits(String(own)) * RATIO, toUnits(String(other))];
  const [size, by] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor];
  const quotient = (size * 2n + by) / (by * 2n);
  const units = (dividend < 0n === divisor < 0n ? quotient : -quotient) * UNITS_OF_RATIO;
  return Number(fromUnits(units));
}

/** Ratios are shown as binary numbers, which have no more digits to compute with. */
function rounded(ratio: number): number {
  return Number(ratio.toFixed(RATIO_DECIMALS)) + 0;
}

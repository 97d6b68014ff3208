import { toUnits } from '../load/exact-decimal.ts';
import { divideRounded, toDecimal } from './oracle-measures.ts';
import { type Figure, figures, type Spread, type SpreadPart } from './question.ts';

/** The condition on facts that have a value, and the value. */
const values: Record<SpreadPart['of'], { where: string; value: string }> = {
  revenue: { where: `kind = 'revenues'`, value: 'amount' },
  value: { where: `kind = 'outcomes' and amount is not null`, value: 'amount' },
  cost: { where: `kind = 'events' and amount is not null`, value: 'amount' },
  duration: { where: 'duration is not null', value: 'duration' },
  tokens: {
    where: `("inputTokens" is not null or "outputTokens" is not null)`,
    value: `coalesce("inputTokens", 0) + coalesce("outputTokens", 0)`,
  },
};

/** The kind of record that has the values. */
export const spreadKinds: Record<SpreadPart['of'], string> = {
  revenue: 'revenues',
  value: 'outcomes',
  cost: 'events',
  duration: 'events',
  tokens: 'events',
};

/** SQL of the values, one for each record, session or customer that has one. */
export function spreadSql({ of, per }: SpreadPart, conditions: readonly string[]): string {
  const { where, value } = values[of];
  const all = [...conditions, where, ...(per === 'record' ? ['not "isRefund"'] : [`${per} is not null`])];
  const column = per === 'record' ? `(${value})::text` : `sum(${value})::text`;
  return `select ${column} as value from facts where ${all.join(' and ')} ${per === 'record' ? '' : `group by ${per}`}`;
}

/** The figures of these values in units of 10^-9, found by sorting and counting. */
export function figureUnits(texts: readonly string[]): Record<Figure, bigint> | null {
  const sorted = texts.map(toUnits).toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const [min] = sorted;
  const max = sorted.at(-1);
  if (min === undefined || max === undefined) return null;
  const count = BigInt(sorted.length);
  const sum = sorted.reduce((all, one) => all + one, 0n);
  // The first value with at least so many of a hundred at or below it.
  const percentile = (parts: number) =>
    sorted.find((_, i) => (i + 1) * 100 >= parts * sorted.length) as bigint;
  return {
    count: count * 10n ** 9n,
    min,
    max,
    average: divideRounded(sum, count) as bigint,
    p50: percentile(50),
    p90: percentile(90),
    p95: percentile(95),
    p99: percentile(99),
  };
}

export function toSpread(units: Record<Figure, bigint> | null): Spread | null {
  if (!units) return null;
  const shown = (name: Figure) => {
    const text = toDecimal(units[name], 9);
    return name === 'count' ? Number(text) : text;
  };
  return Object.fromEntries(figures.map((name) => [name, shown(name)])) as Spread;
}

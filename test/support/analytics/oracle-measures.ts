import { toUnits } from '../load/exact-decimal.ts';
import { hasTokens, isModelCall } from './oracle-facts.ts';
import type { ComparedParts, Comparison, Measure, Totals, Value } from './question.ts';

/** Sums in whole units of 10^-9 USD, and counts. */
export type Sums = Record<(typeof sumNames)[number], bigint>;

const sumNames = [
  'revenue',
  'grossRevenue',
  'revenueCount',
  'refunds',
  'refundCount',
  'value',
  'outcomes',
  'goals',
  'cost',
  'events',
  'sessions',
  'agents',
  'customers',
  'inputTokens',
  'outputTokens',
  'cacheReadTokens',
  'cacheWriteTokens',
  'reasoningTokens',
  'computedCost',
  'costVariance',
  'unpricedEvents',
  'unpricedTokens',
  'errors',
  'tokenCost',
  'costedTokens',
] as const;

const total = (kind: string, and = '', sign = '') =>
  `coalesce(${sign}sum(amount) filter (where kind = '${kind}'${and}), 0)::text`;
const count = (kind: string, and = '') => `count(*) filter (where kind = '${kind}'${and})`;
const refunds = ' and "isRefund"';
const others = ' and not "isRefund"';

const sumOf = (value: string, condition = 'true') =>
  `coalesce(sum(${value}) filter (where ${condition}), 0)::text`;
/** A call of a model without a cost has no price. */
const isUnpriced = `${isModelCall} and amount is null`;
const tokens = '(coalesce("inputTokens", 0) + coalesce("outputTokens", 0))';

/** SQL of the sums, in the order of their names. */
export const sumsSql = [
  `${total('revenues')} as revenue`,
  `${total('revenues', others)} as "grossRevenue"`,
  `${count('revenues', others)} as "revenueCount"`,
  `${total('revenues', refunds, '-')} as refunds`,
  `${count('revenues', refunds)} as "refundCount"`,
  `${total('outcomes')} as value`,
  `${count('outcomes')} as outcomes`,
  `${count('goals')} as goals`,
  `${total('events')} as cost`,
  `${count('events')} as events`,
  ...['session', 'agent', 'customer'].map((name) => `count(distinct ${name}) as ${name}s`),
  ...['inputTokens', 'outputTokens', 'cacheReadTokens', 'cacheWriteTokens', 'reasoningTokens'].map(
    (name) => `${sumOf(`"${name}"`)} as "${name}"`,
  ),
  `${sumOf('"computedCost"')} as "computedCost"`,
  `${sumOf('amount - "computedCost"')} as "costVariance"`,
  `count(*) filter (where ${isUnpriced}) as "unpricedEvents"`,
  `${sumOf(tokens, isUnpriced)} as "unpricedTokens"`,
  'count(*) filter (where "isError") as errors',
  `${sumOf('amount', hasTokens)} as "tokenCost"`,
  `${sumOf(tokens, `${hasTokens} and amount is not null`)} as "costedTokens"`,
].join(', ');

const amounts = new Set<string>([
  'revenue',
  'grossRevenue',
  'refunds',
  'value',
  'cost',
  'computedCost',
  'costVariance',
  'tokenCost',
]);
const ratios = new Set<Measure>(['roi', 'refundRate', 'errorRate']);

export function toSums(row: Record<string, unknown>): Sums {
  const entries = sumNames.map((name) => {
    const text = String(row[name]);
    return [name, amounts.has(name) ? toUnits(text) : BigInt(text)];
  });
  return Object.fromEntries(entries) as Sums;
}

const shares: Partial<Record<Measure, keyof Sums>> = {
  share: 'revenue',
  valueShare: 'value',
  costShare: 'cost',
  goalShare: 'goals',
};

/** The kinds of record that a quotient divides. */
const dividedKinds: Partial<Record<Measure, string[]>> = {
  averageRevenue: ['revenues'],
  refundRate: ['revenues'],
  roi: ['revenues', 'events'],
  costPerGoal: ['events', 'goals'],
  errorRate: ['events'],
  costPerToken: ['events'],
};

/** The parent's sums, for shares, and the kinds of record that the slice cannot have. */
export type Place = { parent?: Sums | undefined; removed: ReadonlySet<string> };

/**
 * A measure as a whole number of its smallest units, and its decimals. Null for a division by nothing, or of a kind that
 * the slice cannot have.
 */
export function unitsOf(
  name: Measure,
  sums: Sums,
  { parent, removed }: Place,
): { units: bigint | null; decimals: number } {
  const { revenue, grossRevenue, cost } = sums;
  const share = shares[name];
  if (share)
    return { units: parent ? divideRounded(sums[share] * 10n ** 6n, parent[share]) : null, decimals: 6 };
  if (dividedKinds[name]?.some((kind) => removed.has(kind)))
    return { units: null, decimals: ratios.has(name) ? 6 : 9 };
  switch (name) {
    case 'margin':
      return { units: revenue - cost, decimals: 9 };
    case 'roi':
      return { units: cost > 0n ? divideRounded((revenue - cost) * 10n ** 6n, cost) : null, decimals: 6 };
    case 'averageRevenue':
      return { units: divideRounded(grossRevenue, sums.revenueCount), decimals: 9 };
    case 'refundRate': {
      const rate = grossRevenue > 0n ? divideRounded(sums.refunds * 10n ** 6n, grossRevenue) : null;
      return { units: rate, decimals: 6 };
    }
    case 'costPerGoal':
      return { units: divideRounded(cost, sums.goals), decimals: 9 };
    case 'errorRate':
      return { units: divideRounded(sums.errors * 10n ** 6n, sums.events), decimals: 6 };
    case 'costPerToken': {
      const perMillion = divideRounded(sums.tokenCost * 10n ** 6n, sums.costedTokens);
      return { units: perMillion, decimals: 9 };
    }
    default:
      return { units: sums[name as keyof Sums], decimals: amounts.has(name) ? 9 : 0 };
  }
}

/** The measures as the answer must show them, without trailing zeros. */
export function totalsOf(names: readonly Measure[], sums: Sums, place: Place): Totals {
  return Object.fromEntries(names.map((name) => [name, toValue(unitsOf(name, sums, place))]));
}

/** The difference of a measure to that of another slice, in the same units. */
export function changeOf(name: Measure, [own, place]: [Sums, Place], [other, otherPlace]: [Sums, Place]) {
  const { units, decimals } = unitsOf(name, own, place);
  const before = unitsOf(name, other, otherPlace).units;
  return { units: units === null || before === null ? null : units - before, decimals };
}

/** The differences and ratios of measures to those of another slice, as the answer must show them. */
export function comparisonOf(
  { change, ratio }: ComparedParts,
  own: [Sums, Place],
  other: [Sums, Place],
): Comparison {
  // Ratios are compared as they are shown, as binary numbers.
  const ofShown = (name: Measure, of: (own: number, other: number) => number) => {
    const [shown, before] = [own, other].map((of) => toValue(unitsOf(name, ...of)));
    return shown === null || before === null
      ? null
      : Number(of(Number(shown), Number(before)).toFixed(6)) + 0;
  };
  const isRatio = (name: Measure) => ratios.has(name) || name in shares;
  const changed = (name: Measure) =>
    isRatio(name) ? ofShown(name, (a, b) => a - b) : toValue(changeOf(name, own, other));
  const divided = (name: Measure) => {
    const [{ units }, { units: divisor }] = [unitsOf(name, ...own), unitsOf(name, ...other)];
    if (units === null || divisor === null || divisor === 0n) return null;
    if (isRatio(name)) return ofShown(name, (a, b) => a / b);
    return toValue({ units: divideRounded(units * 10n ** 6n, divisor), decimals: 6 });
  };
  const all = (names: readonly Measure[], of: (name: Measure) => Value) =>
    Object.fromEntries(names.map((name) => [name, of(name)]));
  return {
    ...(change && { change: all(change, changed) }),
    ...(ratio && { ratio: all(ratio, divided) }),
  };
}

function toValue({ units, decimals }: { units: bigint | null; decimals: number }): Value {
  if (units === null) return null;
  const text = toDecimal(units, decimals);
  return decimals === 9 ? text : Number(text);
}

export function toDecimal(units: bigint, decimals: number): string {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  const whole = digits.slice(0, digits.length - decimals);
  return `${units < 0n ? '-' : ''}${whole}${decimals > 0 && fraction ? `.${fraction}` : ''}`;
}

/** Rounded half away from zero. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint | null {
  if (divisor === 0n) return null;
  const [top, bottom] = divisor < 0n ? [-dividend, -divisor] : [dividend, divisor];
  const half = top < 0n ? -bottom : bottom;
  return (2n * top + half) / (2n * bottom);
}

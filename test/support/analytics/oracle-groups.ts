import { everyKind } from './oracle-conditions.ts';
import { type Sums, unitsOf } from './oracle-measures.ts';
import type { GroupsPart, Measure, SliceParts } from './question.ts';

type Keyed = { key: string | null; sums: Sums; removed: ReadonlySet<string> };

/** Sorts by the measure with nulls last, then by the bytes of the key with null last. */
export function byOrder({ measure, direction }: GroupsPart['orderBy']): (a: Keyed, b: Keyed) => number {
  const sign = direction === 'asc' ? 1 : -1;
  if (measure === 'key') return (a, b) => nullsLast(a.key, b.key, (x, y) => sign * compareBytes(x, y));
  const units = ({ sums, removed }: Keyed) => unitsOf(measure, sums, { removed }).units;
  return (a, b) =>
    nullsLast(units(a), units(b), (x, y) => sign * (x < y ? -1 : x > y ? 1 : 0)) ||
    nullsLast(a.key, b.key, compareBytes);
}

function nullsLast<T>(a: T | null, b: T | null, compare: (a: T, b: T) => number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return compare(a, b);
}

const compareBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** The condition of a group: a record of a kind that any part of the groups counts, or any record if no part does. */
export function groupCondition(part: GroupsPart): string {
  const kinds = new Set(measuresIn(part).flatMap((measure) => kindsOf[measure]));
  if (hasFunnel(part)) kinds.add('goals');
  if (kinds.size === 0) return 'true';
  return `count(*) filter (where kind in (${[...kinds].map((kind) => `'${kind}'`).join(', ')})) > 0`;
}

/** The kinds of record that a measure counts. */
export const kindsOf: Record<Measure, string[]> = {
  revenue: ['revenues'],
  grossRevenue: ['revenues'],
  refunds: ['revenues'],
  refundCount: ['revenues'],
  refundRate: ['revenues'],
  revenueCount: ['revenues'],
  averageRevenue: ['revenues'],
  share: ['revenues'],
  value: ['outcomes'],
  outcomes: ['outcomes'],
  valueShare: ['outcomes'],
  goals: ['goals'],
  goalShare: ['goals'],
  cost: ['events'],
  events: ['events'],
  costShare: ['events'],
  margin: ['revenues', 'events'],
  roi: ['revenues', 'events'],
  costPerGoal: ['events', 'goals'],
  inputTokens: ['events'],
  outputTokens: ['events'],
  cacheReadTokens: ['events'],
  cacheWriteTokens: ['events'],
  reasoningTokens: ['events'],
  computedCost: ['events'],
  costVariance: ['events'],
  unpricedEvents: ['events'],
  unpricedTokens: ['events'],
  errors: ['events'],
  errorRate: ['events'],
  costPerToken: ['events'],
  sessions: everyKind,
};

function measuresIn(part: SliceParts & Partial<GroupsPart>): Measure[] {
  const { totals = [], series = {}, previous, by = {}, orderBy } = part;
  return [
    ...totals,
    ...(orderBy && orderBy.measure !== 'key' ? [orderBy.measure] : []),
    ...Object.values(series).flatMap((each) => each.totals),
    ...(previous ? measuresIn(previous) : []),
    ...Object.values(by).flatMap(measuresIn),
  ];
}

export function hasFunnel({ funnel = {}, by = {} }: SliceParts): boolean {
  return Object.keys(funnel).length > 0 || Object.values(by).some(hasFunnel);
}

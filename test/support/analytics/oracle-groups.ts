import { toUnits } from '../load/exact-decimal.ts';
import { everyKind } from './oracle-conditions.ts';
import { spreadKinds } from './oracle-spread.ts';
import type {
  CountPart,
  GroupOrder,
  GroupsPart,
  Having,
  Measure,
  SliceParts,
  SpreadPart,
} from './question.ts';

/** A group with what it is ordered by, in any units; its key orders it where that is absent. */
type Keyed = { key: string | null; by?: bigint | null };

/** Sorts by the value with nulls last, then by the bytes of the key with null last. */
export function byOrder({ measure, direction }: GroupOrder): (a: Keyed, b: Keyed) => number {
  const sign = direction === 'asc' ? 1 : -1;
  if (measure === 'key') return (a, b) => nullsLast(a.key, b.key, (x, y) => sign * compareBytes(x, y));
  return (a, b) =>
    nullsLast(a.by ?? null, b.by ?? null, (x, y) => sign * (x < y ? -1 : x > y ? 1 : 0)) ||
    nullsLast(a.key, b.key, compareBytes);
}

/** Whether a measure, in units with so many decimals, is in the range. */
export function isWithin(
  { gte, gt, lte, lt }: Having,
  { units, decimals }: { units: bigint | null; decimals: number },
): boolean {
  if (units === null) return false;
  const value = units * 10n ** BigInt(9 - decimals);
  const holds = (bound: string | undefined, is: (bound: bigint) => boolean) =>
    bound === undefined || is(toUnits(bound));
  return (
    holds(gte, (bound) => value >= bound) &&
    holds(gt, (bound) => value > bound) &&
    holds(lte, (bound) => value <= bound) &&
    holds(lt, (bound) => value < bound)
  );
}

function nullsLast<T>(a: T | null, b: T | null, compare: (a: T, b: T) => number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return compare(a, b);
}

const compareBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** The condition of a group: a record of a kind that any part of the groups counts, or any record if no part does. */
export function groupCondition(part: SliceParts & Partial<GroupsPart>): string {
  const kinds = new Set(measuresIn(part).flatMap((measure) => kindsOf[measure]));
  if (hasFunnel(part)) kinds.add('goals');
  for (const { of } of spreadsIn(part)) kinds.add(spreadKinds[of]);
  if (hasFunnel(part, ({ start }) => start !== undefined)) return 'true';
  for (const count of countsIn(part)) {
    const counted = [...(count.measures ?? []), ...(count.having ? [count.having.measure] : [])];
    if (counted.length === 0) return 'true';
    for (const kind of counted.flatMap((measure) => kindsOf[measure])) kinds.add(kind);
  }
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
  agents: everyKind,
  customers: everyKind,
};

function measuresIn(part: SliceParts & Partial<GroupsPart>): Measure[] {
  const { totals = [], series = {}, previous, by = {}, orderBy, having, whole } = part;
  const compared = [previous ?? {}, whole ?? {}] as { change?: Measure[]; ratio?: Measure[] }[];
  return [
    ...totals,
    ...(orderBy?.measure && orderBy.measure !== 'key' ? [orderBy.measure] : []),
    ...(having ? [having.measure] : []),
    ...compared.flatMap(({ change = [], ratio = [] }) => [...change, ...ratio]),
    ...Object.values(series).flatMap((each) => each.totals),
    ...(previous ? measuresIn(previous) : []),
    ...Object.values(by).flatMap(measuresIn),
  ];
}

function spreadsIn({ orderBy, spread = {}, by = {} }: SliceParts & Partial<GroupsPart>): SpreadPart[] {
  return [
    ...(orderBy?.spread ? [orderBy.spread] : []),
    ...Object.values(spread),
    ...Object.values(by).flatMap(spreadsIn),
  ];
}

function countsIn({ groupCount = {}, by = {} }: SliceParts): CountPart[] {
  return [...Object.values(groupCount), ...Object.values(by).flatMap(countsIn)];
}

type Funnel = NonNullable<SliceParts['funnel']>[string];

export function hasFunnel(
  { funnel = {}, by = {} }: SliceParts,
  isMeant: (funnel: Funnel) => boolean = () => true,
): boolean {
  return Object.values(funnel).some(isMeant) || Object.values(by).some((part) => hasFunnel(part, isMeant));
}

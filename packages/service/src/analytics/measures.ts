import type { KindRegistry } from '../kinds/kind-registry.ts';
import type { RecordKind } from '../kinds/record-kind.ts';
import {
  isUsageColumn,
  USAGE_KIND,
  type UsageColumn,
  usageCode,
  usageConditionSql,
} from './usage-columns.ts';

/** `of`: the records of the kind that it counts, all of them if absent. */
type Base = { kind: string; column: 'total' | 'count'; of?: 'originals' | 'refunds' };

/** Statements compute these, null where the slice cannot have records of the kind; measures derive from them. */
const baseColumns = {
  revenue: { kind: 'revenues', column: 'total' },
  gross_revenue: { kind: 'revenues', column: 'total', of: 'originals' },
  revenue_count: { kind: 'revenues', column: 'count', of: 'originals' },
  refunded: { kind: 'revenues', column: 'total', of: 'refunds' },
  refund_count: { kind: 'revenues', column: 'count', of: 'refunds' },
  value: { kind: 'outcomes', column: 'total' },
  outcomes: { kind: 'outcomes', column: 'count' },
  goals: { kind: 'goals', column: 'count' },
  cost: { kind: 'events', column: 'total' },
  events: { kind: 'events', column: 'count' },
} as const satisfies Record<string, Base>;

export type BaseColumn = keyof typeof baseColumns | UsageColumn;

/** Measures and the dimensions whose different members they count, over records of all kinds: groups and buckets do not add up to the whole. */
const distinctMeasures = { sessions: 'session', agents: 'agent', customers: 'customer' } as const;

export type DistinctMeasure = keyof typeof distinctMeasures;

export function distinctIn(names: readonly Measure[]): DistinctMeasure[] {
  return names.filter((name): name is DistinctMeasure => Object.hasOwn(distinctMeasures, name));
}

/** The dimension whose members the measure counts; undefined if it counts none. */
export function countedDimension(name: Measure): string | undefined {
  return distinctIn([name]).map((one) => distinctMeasures[one])[0];
}

type MeasureKind =
  /** USD as a decimal string. */
  | 'amount'
  /** USD as a decimal string, or null. */
  | 'quotient'
  /** A whole number. */
  | 'count'
  /** A number or null. */
  | 'ratio';

type MeasureDefinition<Kind extends MeasureKind = MeasureKind> = {
  kind: Kind;
  description: string;
  of: readonly BaseColumn[];
  /** SQL on base columns: sums take null as 0, quotients are null. `parent` is the window of which a share is a part. */
  sql: (parent: string) => string;
};

/** Decimals of quotients in USD and of ratios. */
const AMOUNT_SCALE = 9;
const RATIO_SCALE = 6;
/** PostgreSQL divides to about 16 digits unless the dividend has more. This many make the rounding exact. */
const WORKING_SCALE = 40;

/** SQL of an amount divided by a number; null where the number is 0. */
export const quotient = (dividend: string, divisor: string) =>
  `trim_scale(round(round(${dividend}, ${WORKING_SCALE}) / nullif(${divisor}, 0), ${AMOUNT_SCALE}))`;
const ratio = (dividend: string, divisor: string) =>
  `round(round((${dividend})::numeric, ${WORKING_SCALE}) / nullif(${divisor}, 0), ${RATIO_SCALE})`;

const orZero = (column: BaseColumn) => `coalesce(${column}, 0)`;

const sum = <Kind extends MeasureKind>(
  column: BaseColumn,
  kind: Kind,
  description: string,
): MeasureDefinition<Kind> => ({
  kind,
  description,
  of: [column],
  sql: () => orZero(column),
});
const FROM_RECORDS = 'Read from the records.';
const usage = <Kind extends MeasureKind>(
  column: UsageColumn,
  kind: Kind,
  description: string,
): MeasureDefinition<Kind> => sum(column, kind, `${description} ${FROM_RECORDS}`);
const different = (name: DistinctMeasure, source = ''): MeasureDefinition<'count'> => ({
  kind: 'count',
  description: `Number of different ${name}. ${source}`.trimEnd(),
  of: [],
  sql: () => name,
});
const shareOf = (column: BaseColumn, what: string): MeasureDefinition<'ratio'> => ({
  kind: 'ratio',
  description: `The part of the parent's ${what}, 0.25 for a quarter: of a group in its slice, of a bucket in its series. Null without a parent's.`,
  of: [column],
  sql: (parent) => ratio(orZero(column), `sum(${column}) over (${parent})`),
});

export const measures = {
  revenue: sum('revenue', 'amount', 'Revenue less refunds, in USD.'),
  revenueCount: sum('revenue_count', 'count', 'Number of revenues, without refunds.'),
  averageRevenue: {
    kind: 'quotient',
    description: 'Gross revenue per revenue record, in USD, rounded to 9 decimals. Null without revenues.',
    of: ['gross_revenue', 'revenue_count'],
    sql: () => quotient('gross_revenue', 'revenue_count'),
  },
  grossRevenue: sum('gross_revenue', 'amount', 'Revenue without refunds taken off, in USD.'),
  refunds: {
    kind: 'amount',
    description: 'Money paid back by refunds, in USD. A refund counts at its own time.',
    of: ['refunded'],
    sql: () => `-${orZero('refunded')}`,
  },
  refundCount: sum('refund_count', 'count', 'Number of refunds.'),
  refundRate: {
    kind: 'ratio',
    description:
      'Refunds divided by gross revenue, rounded to 6 decimals. Null unless gross revenue is above 0.',
    of: ['refunded', 'gross_revenue'],
    sql: () => ratio(`-${orZero('refunded')}`, 'case when gross_revenue > 0 then gross_revenue end'),
  },
  value: sum('value', 'amount', 'Value of the outcomes in USD.'),
  cost: sum('cost', 'amount', 'Cost of the events in USD.'),
  margin: {
    kind: 'amount',
    description: 'Revenue less cost, in USD.',
    of: ['revenue', 'cost'],
    sql: () => `${orZero('revenue')} - ${orZero('cost')}`,
  },
  roi: {
    kind: 'ratio',
    description:
      'Return on investment: margin divided by cost, rounded to 6 decimals. Null unless cost is above 0.',
    of: ['revenue', 'cost'],
    sql: () => ratio('revenue - cost', 'case when cost > 0 then cost end'),
  },
  goals: sum('goals', 'count', 'Number of achieved goals.'),
  outcomes: sum('outcomes', 'count', 'Number of valuable outcomes.'),
  sessions: different('sessions', FROM_RECORDS),
  agents: different('agents'),
  customers: different('customers'),
  events: sum('events', 'count', 'Number of events.'),
  inputTokens: usage('input_tokens', 'count', 'Number of input tokens, including those of prompt caches.'),
  outputTokens: usage('output_tokens', 'count', 'Number of output tokens, including reasoning tokens.'),
  cacheReadTokens: usage('cache_read_tokens', 'count', 'Number of input tokens read from caches.'),
  cacheWriteTokens: usage('cache_write_tokens', 'count', 'Number of input tokens written to caches.'),
  reasoningTokens: usage('reasoning_tokens', 'count', 'Number of output tokens for reasoning.'),
  computedCost: usage('computed_cost', 'amount', 'Cost of the events by the price book, in USD.'),
  costVariance: usage('cost_variance', 'amount', 'Cost less computed cost of events that have both, in USD.'),
  unpricedEvents: usage('unpriced_events', 'count', 'Number of events of models without a price.'),
  unpricedTokens: usage('unpriced_tokens', 'count', 'Tokens of events of models without a price.'),
  errors: usage('errors', 'count', 'Number of events that failed.'),
  errorRate: {
    kind: 'ratio',
    description: `Errors divided by events, rounded to 6 decimals. Null without events. ${FROM_RECORDS}`,
    of: ['errors', 'events'],
    sql: () => ratio('errors', 'events'),
  },
  costPerToken: {
    kind: 'quotient',
    description: `Cost per million tokens of events that have both, in USD, rounded to 9 decimals. Null without such tokens. ${FROM_RECORDS}`,
    of: ['token_cost', 'costed_tokens'],
    sql: () => quotient('token_cost * 1000000', 'costed_tokens'),
  },
  costPerGoal: {
    kind: 'quotient',
    description: 'Cost divided by the number of goals, in USD, rounded to 9 decimals. Null without goals.',
    of: ['cost', 'goals'],
    sql: () => quotient('cost', 'goals'),
  },
  share: shareOf('revenue', 'revenue'),
  valueShare: shareOf('value', 'value'),
  costShare: shareOf('cost', 'cost'),
  goalShare: shareOf('goals', 'goals'),
} as const satisfies Record<string, MeasureDefinition>;

export type Measure = keyof typeof measures;

export const measureNames = Object.keys(measures) as [Measure, ...Measure[]];

const shares: Partial<Record<Measure, Measure>> = {
  share: 'revenue',
  valueShare: 'value',
  costShare: 'cost',
  goalShare: 'goals',
};

export function isShare(name: Measure): boolean {
  return Object.hasOwn(shares, name);
}

/** The measure of which a share is a part; any other measure itself. */
export function amountOfShare(name: Measure): Measure {
  return shares[name] ?? name;
}

/** Shares order like their amounts. */
export const orderMeasures = measureNames.filter((name) => !isShare(name));

export function columnsOf(names: readonly Measure[]): BaseColumn[] {
  return [...new Set(names.flatMap((name): readonly BaseColumn[] => measures[name].of))];
}

export function kindNamesOf(names: readonly Measure[]): string[] {
  return [...new Set(columnsOf(names).map(kindNameOf))];
}

/** SQL of a condition on a group that cannot have records of the kind; undefined if every group can. */
export type RemovedSql = (kind: RecordKind) => string | undefined;

export function kindOf(name: BaseColumn, kinds: KindRegistry): RecordKind {
  return kinds.of(kindNameOf(name));
}

function kindNameOf(name: BaseColumn): string {
  return isUsageColumn(name) ? USAGE_KIND : baseColumns[name].kind;
}

function factsOf({ facts, refunds }: RecordKind, of: Base['of']): readonly number[] {
  if (of === undefined) return facts;
  return facts.filter((fact) => (fact === refunds?.fact) === (of === 'refunds'));
}

/** Whether one of the columns counts refunds of the kind, or all but them. */
export function separatesRefunds(columns: readonly BaseColumn[], { name, refunds }: RecordKind): boolean {
  const isSplit = (column: BaseColumn) => !isUsageColumn(column) && 'of' in baseColumns[column];
  return refunds !== undefined && columns.some((column) => isSplit(column) && kindNameOf(column) === name);
}

function summedAs(name: BaseColumn, kind: RecordKind): { column: Base['column']; facts: readonly number[] } {
  if (isUsageColumn(name)) return { column: 'total', facts: [usageCode(name)] };
  const { column, of }: Base = baseColumns[name];
  return { column, facts: factsOf(kind, of) };
}

/** SQL of the condition on a record `r` of the kind that the measure counts; undefined if it counts all of them. */
export function countedSql(name: Measure, kind: RecordKind): string | undefined {
  const columns = columnsOf([name]).filter((column) => kindNameOf(column) === kind.name);
  const conditions = columns.map((column) => columnConditions(column, kind));
  if (conditions.some((all) => all.length === 0)) return undefined;
  return `(${conditions.map((all) => all.join(' and ')).join(' or ')})`;
}

/** A sum counts no record without an amount. */
function columnConditions(name: BaseColumn, { amount, refunds }: RecordKind): string[] {
  if (isUsageColumn(name)) return [usageConditionSql(name)];
  const { column, of }: Base = baseColumns[name];
  return [
    ...(column === 'total' && amount?.isNullable ? [`r.${amount.column} is not null`] : []),
    ...(of && refunds ? [`r.${refunds.of} is ${of === 'refunds' ? 'not ' : ''}null`] : []),
  ];
}

export function baseColumnSql(name: BaseColumn, kinds: KindRegistry, removed: RemovedSql): string {
  const kind = kindOf(name, kinds);
  const { column, facts } = summedAs(name, kind);
  const sum = `coalesce(sum(${column}) filter (where fact in (${facts})), 0)`;
  const condition = removed(kind);
  return condition === undefined ? sum : `case when not (${condition}) then ${sum} end`;
}

/** SQL as an answer shows it: an amount has no trailing zeros, which would tell of records that it leaves out. */
export function shownSql(name: Measure, parent: string): string {
  const { kind, sql } = measures[name];
  if (kind === 'amount') return `trim_scale(${sql(parent)})`;
  return kind === 'ratio' ? `(${sql(parent)})::float8` : sql(parent);
}

export function parseMeasure(name: Measure, text: string | null): string | number | null {
  const { kind } = measures[name];
  return text === null || kind === 'amount' || kind === 'quotient' ? text : Number(text);
}

const empty: Record<MeasureKind, string | number | null> = {
  amount: '0',
  quotient: null,
  count: 0,
  ratio: null,
};

export function emptyMeasure(name: Measure): string | number | null {
  return empty[measures[name].kind];
}

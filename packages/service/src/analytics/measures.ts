import type { KindRegistry } from '../kinds/kind-registry.ts';
import type { RecordKind } from '../kinds/record-kind.ts';

/** Statements compute these, null where the slice cannot have records of the kind; measures derive from them. */
const baseColumns = {
  revenue: { kind: 'revenues', column: 'total' },
  revenue_count: { kind: 'revenues', column: 'count' },
  value: { kind: 'outcomes', column: 'total' },
  outcomes: { kind: 'outcomes', column: 'count' },
  goals: { kind: 'goals', column: 'count' },
  cost: { kind: 'events', column: 'total' },
  events: { kind: 'events', column: 'count' },
} as const satisfies Record<string, { kind: string; column: 'total' | 'count' }>;

type BaseColumn = keyof typeof baseColumns;

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

const quotient = (dividend: string, divisor: string) =>
  `trim_scale(round(round(${dividend}, ${WORKING_SCALE}) / nullif(${divisor}, 0), ${AMOUNT_SCALE}))`;
const ratio = (dividend: string, divisor: string) =>
  `round(round((${dividend})::numeric, ${WORKING_SCALE}) / nullif(${divisor}, 0), ${RATIO_SCALE})::float8`;

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
const shareOf = (column: BaseColumn, what: string): MeasureDefinition<'ratio'> => ({
  kind: 'ratio',
  description: `The part of the parent's ${what}, 0.25 for a quarter: of a group in its slice, of a bucket in its series. Null at the top and when the parent has none.`,
  of: [column],
  sql: (parent) => ratio(orZero(column), `sum(${column}) over (${parent})`),
});

export const measures = {
  revenue: sum('revenue', 'amount', 'Revenue in USD.'),
  revenueCount: sum('revenue_count', 'count', 'Number of revenues.'),
  averageRevenue: {
    kind: 'quotient',
    description: 'Revenue per revenue record, in USD, rounded to 9 decimals. Null without revenues.',
    of: ['revenue', 'revenue_count'],
    sql: () => quotient('revenue', 'revenue_count'),
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
      'Return on investment: margin divided by cost, rounded to 6 decimals. Null where cost is not above 0.',
    of: ['revenue', 'cost'],
    sql: () => ratio('revenue - cost', 'case when cost > 0 then cost end'),
  },
  goals: sum('goals', 'count', 'Number of achieved goals.'),
  outcomes: sum('outcomes', 'count', 'Number of valuable outcomes.'),
  sessions: {
    kind: 'count',
    description: 'Number of different sessions that the records name. Read from the records.',
    of: [],
    sql: () => 'sessions',
  },
  events: sum('events', 'count', 'Number of events.'),
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

/** Shares order like their amounts. */
export const orderMeasures = measureNames.filter((name) => !isShare(name));

export function isShare(name: Measure): boolean {
  return name.toLowerCase().endsWith('share');
}

export function columnsOf(names: readonly Measure[]): BaseColumn[] {
  return [...new Set(names.flatMap((name): readonly BaseColumn[] => measures[name].of))];
}

export function kindNamesOf(names: readonly Measure[]): string[] {
  return [...new Set(columnsOf(names).map((column) => baseColumns[column].kind))];
}

/** SQL of a condition on a group that cannot have records of the kind; undefined if every group can. */
export type RemovedSql = (kind: RecordKind) => string | undefined;

export function kindOf(name: BaseColumn, kinds: KindRegistry): RecordKind {
  return kinds.of(baseColumns[name].kind);
}

export function baseColumnSql(name: BaseColumn, kinds: KindRegistry, removed: RemovedSql): string {
  const kind = kindOf(name, kinds);
  const sum = `coalesce(sum(${baseColumns[name].column}) filter (where fact in (${kind.facts})), 0)`;
  const condition = removed(kind);
  return condition === undefined ? sum : `case when not (${condition}) then ${sum} end`;
}

/** SQL as an answer shows it: an amount has no trailing zeros, which would tell of records that it leaves out. */
export function shownSql(name: Measure, parent: string): string {
  const { kind, sql } = measures[name];
  return kind === 'amount' ? `trim_scale(${sql(parent)})` : sql(parent);
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

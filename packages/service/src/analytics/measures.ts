import type { KindRegistry } from '../kinds/kind-registry.ts';

/** Sums and counts of kinds of records that statements compute; every measure is made of them. */
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

/** USD as a decimal string, the same where it may be null, a whole number, or a number that may be null. */
type MeasureKind = 'amount' | 'quotient' | 'count' | 'ratio';

type MeasureDefinition<Kind extends MeasureKind = MeasureKind> = {
  kind: Kind;
  description: string;
  of: readonly BaseColumn[];
  /** In terms of the base columns and of `parent`, the window of all that its share is of. */
  sql: (parent: string) => string;
};

/** Digits behind the point of what is divided: those that an amount can have, and those of a ratio. */
const AMOUNT_SCALE = 9;
const RATIO_SCALE = 6;
/** PostgreSQL divides to about 16 digits unless the dividend has more; enough of them make the rounding exact. */
const WORKING_SCALE = 40;

const quotient = (dividend: string, divisor: string) =>
  `trim_scale(round(round(${dividend}, ${WORKING_SCALE}) / nullif(${divisor}, 0), ${AMOUNT_SCALE}))`;
const ratio = (dividend: string, divisor: string) =>
  `round(round((${dividend})::numeric, ${WORKING_SCALE}) / nullif(${divisor}, 0), ${RATIO_SCALE})::float8`;

const sum = <Kind extends MeasureKind>(
  column: BaseColumn,
  kind: Kind,
  description: string,
): MeasureDefinition<Kind> => ({
  kind,
  description,
  of: [column],
  sql: () => column,
});
const shareOf = (column: BaseColumn, what: string): MeasureDefinition<'ratio'> => ({
  kind: 'ratio',
  description: `The part of the parent's ${what}, 0.25 for a quarter: of a group in its slice, of a bucket in its series. Null at the top and when the parent has none.`,
  of: [column],
  sql: (parent) => ratio(column, `sum(${column}) over (${parent})`),
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
    sql: () => 'revenue - cost',
  },
  roi: {
    kind: 'ratio',
    description: 'Return on investment: margin divided by cost, rounded to 6 decimals. Null without cost.',
    of: ['revenue', 'cost'],
    sql: () => ratio('revenue - cost', 'cost'),
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

/** The measures that groups can be ordered by: all but shares, which order like what they are shares of. */
export const orderMeasures = measureNames.filter((name) => !isShare(name));

export function isShare(name: Measure): boolean {
  return name.toLowerCase().endsWith('share');
}

/** The base columns behind some measures. */
export function columnsOf(names: readonly Measure[]): BaseColumn[] {
  return [...new Set(names.flatMap((name): readonly BaseColumn[] => measures[name].of))];
}

/** The names of the kinds of records behind some measures. */
export function kindNamesOf(names: readonly Measure[]): string[] {
  return [...new Set(columnsOf(names).map((column) => baseColumns[column].kind))];
}

/** SQL of a base column out of facts. */
export function baseColumnSql(name: BaseColumn, kinds: KindRegistry): string {
  const { kind, column } = baseColumns[name];
  return `sum(${column}) filter (where fact in (${kinds.of(kind).facts}))`;
}

/** A measure's value out of its text. */
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

/** The value of a measure where nothing was recorded. */
export function emptyMeasure(name: Measure): string | number | null {
  return empty[measures[name].kind];
}

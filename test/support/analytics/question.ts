/** Questions and answers of `analytics.slice`, in types independent of the product's. */
export const additiveMeasures = [
  'revenue',
  'grossRevenue',
  'refunds',
  'refundCount',
  'revenueCount',
  'value',
  'cost',
  'margin',
  'goals',
  'outcomes',
  'events',
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
] as const;

/** How many different ones the records name. */
export const distinctMeasures = ['sessions', 'agents', 'customers'] as const;

export const orderMeasures = [
  ...additiveMeasures,
  'averageRevenue',
  'refundRate',
  'roi',
  ...distinctMeasures,
  'costPerGoal',
  'errorRate',
  'costPerToken',
] as const;

export const measureNames = [...orderMeasures, 'share', 'valueShare', 'costShare', 'goalShare'] as const;

export type Measure = (typeof measureNames)[number];

export const plainDimensions = [
  'agent',
  'customer',
  'goalType',
  'tool',
  'source',
  'session',
  'eventType',
  'model',
  'provider',
] as const;

export const metadataDimensions = ['metadata', 'agentMetadata', 'customerMetadata'] as const;

export type PlainDimension = (typeof plainDimensions)[number];
export type MetadataDimension = (typeof metadataDimensions)[number];
export type Dimension = PlainDimension | MetadataDimension;

export const steps = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export type Step = (typeof steps)[number];

export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

export type ValueFilter = {
  in?: string[] | undefined;
  notIn?: string[] | undefined;
  isNull?: boolean | undefined;
};
type AmountRange = { [Bound in 'gte' | 'gt' | 'lte' | 'lt']?: string | undefined };
export type Filter = { [Name in PlainDimension]?: ValueFilter | undefined } & {
  [Name in MetadataDimension]?: (ValueFilter & { key: string })[] | undefined;
} & { amount?: AmountRange | undefined };

export type Window = { from: string; to: string };
export type SeriesPart = { every: Step; totals: Measure[] };
export type PeriodPart = { totals?: Measure[] | undefined; series?: Record<string, SeriesPart> | undefined };

export const spreadOfs = ['revenue', 'value', 'cost', 'duration', 'tokens'] as const;
export const spreadPers = ['record', 'session', 'customer'] as const;
export const figures = ['count', 'min', 'max', 'average', 'p50', 'p90', 'p95', 'p99'] as const;
export type SpreadPart = { of: (typeof spreadOfs)[number]; per: (typeof spreadPers)[number] };
export type Figure = (typeof figures)[number];

export type ComparedParts = { change?: Measure[] | undefined; ratio?: Measure[] | undefined };
type OrderMeasure = (typeof orderMeasures)[number];
export type Having = { measure: OrderMeasure } & AmountRange;
type Grouping = {
  dimension: Dimension;
  metadataKey?: string | undefined;
  having?: Having | undefined;
};
export type SliceParts = PeriodPart & {
  previous?: (PeriodPart & ComparedParts & { window?: Window | undefined }) | undefined;
  funnel?: Record<string, { start?: 'session' | undefined; steps: string[] }> | undefined;
  spread?: Record<string, SpreadPart> | undefined;
  groupCount?: Record<string, CountPart> | undefined;
  by?: Record<string, GroupsPart> | undefined;
};
export type CountPart = Grouping & { measures?: Measure[] | undefined };
export type GroupOrder = {
  measure?: OrderMeasure | 'key' | undefined;
  by?: 'value' | 'change' | undefined;
  spread?: (SpreadPart & { figure: Figure }) | undefined;
  direction: 'asc' | 'desc';
};
export type GroupsPart = SliceParts &
  Grouping & {
    orderBy: GroupOrder;
    first: number;
    offset?: number | undefined;
    whole?: ComparedParts | undefined;
  };

export type Question = SliceParts & {
  window: Window;
  timeZone: string;
  weekStart: (typeof weekdays)[number];
  where?: Filter | undefined;
  plan?: boolean;
};

export type Value = string | number | null;
export type Totals = { [Name in Measure]?: Value };
export type Bucket = { start: string; end: string; isPartial: boolean; totals: Totals };
export type Comparison = { change?: Totals; ratio?: Totals };
type Measured = { totals?: Totals; series?: Record<string, Bucket[]> };
export type Period = Measured & Comparison & { window: { from: string; to: string } };
type FunnelStep = { goalKey: string | null; sessions: number; conversion: number | null };
export type Spread = { [Name in Figure]: Value };
export type Slice = Measured & {
  previous?: Period;
  funnel?: Record<string, FunnelStep[]>;
  spread?: Record<string, Spread | null>;
  groupCount?: Record<string, number>;
  by?: Record<string, Group[]>;
};
export type Group = Slice & {
  key: string | null;
  label: string | null;
  isOther: boolean;
  whole?: Comparison;
};
type PlanStep = { part: string; reads: string; rows: number; sql: string };
export type Answer = Slice & {
  window: { from: string; to: string; timeZone: string };
  plan?: PlanStep[];
};

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

export const orderMeasures = [
  ...additiveMeasures,
  'averageRevenue',
  'refundRate',
  'roi',
  'sessions',
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
export type SliceParts = PeriodPart & {
  previous?: (PeriodPart & { window?: Window | undefined }) | undefined;
  funnel?: Record<string, { steps: string[] }> | undefined;
  by?: Record<string, GroupsPart> | undefined;
};
export type GroupsPart = SliceParts & {
  dimension: Dimension;
  metadataKey?: string | undefined;
  orderBy: { measure: (typeof orderMeasures)[number] | 'key'; direction: 'asc' | 'desc' };
  first: number;
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
export type Period = {
  window: { from: string; to: string };
  totals?: Totals;
  series?: Record<string, Bucket[]>;
};
type FunnelStep = { goalKey: string; sessions: number; conversion: number | null };
export type Slice = Omit<Period, 'window'> & {
  previous?: Period;
  funnel?: Record<string, FunnelStep[]>;
  by?: Record<string, Group[]>;
};
export type Group = Slice & { key: string | null; label: string | null; isOther: boolean };
type PlanStep = { part: string; reads: string; rows: number; sql: string };
export type Answer = Slice & {
  window: { from: string; to: string; timeZone: string };
  plan?: PlanStep[];
};

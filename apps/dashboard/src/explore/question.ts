import type { Inputs } from '../api/client.ts';
import type { Step } from '../format/instant.ts';
import type { Measure } from '../measures/measures.ts';
import type { ComparisonSearch } from '../window/comparison.ts';
import type { WindowSearch } from '../window/window-search.ts';

export type SliceQuestion = Inputs['analytics']['slice'];
type Groups = NonNullable<SliceQuestion['by']>[string];
export type Dimension = Groups['dimension'];
export type Order = NonNullable<NonNullable<Groups['orderBy']>['measure']>;

/** A dimension to split by; those of metadata need the key. */
export type Split = { dimension: Dimension; metadataKey?: string };

export const conditions = {
  in: 'is one of',
  notIn: 'is not any of',
  missing: 'is not set',
  present: 'is set',
} as const;
export type Condition = keyof typeof conditions;
export type Filter = Split & { condition: Condition; values: string[] };

/** A question as the page asks it, and as it stands in the URL. */
export type Question = {
  measures: Measure[];
  by: Split[];
  where: Filter[];
  every: Step | undefined;
  order: Order;
  direction: 'asc' | 'desc';
  first: number;
} & WindowSearch &
  ComparisonSearch;

export const dimensions = {
  agent: 'agent',
  customer: 'customer',
  goalType: 'goal type',
  tool: 'tool',
  source: 'source',
  session: 'session',
  eventType: 'event type',
  model: 'model',
  provider: 'provider',
  metadata: 'metadata',
  agentMetadata: 'agent metadata',
  customerMetadata: 'customer metadata',
} as const satisfies Record<Dimension, string>;

export const dimensionNames = Object.keys(dimensions) as Dimension[];
export const MAX_SPLITS = 3;
export const steps = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const satisfies Step[];

export type MetadataDimension = 'metadata' | 'agentMetadata' | 'customerMetadata';

export function isMetadata(dimension: Dimension): dimension is MetadataDimension {
  return dimension === 'metadata' || dimension === 'agentMetadata' || dimension === 'customerMetadata';
}

/** Such as `agent` or `agent metadata “team”`. */
export function splitText({ dimension, metadataKey }: Split): string {
  return isMetadata(dimension) ? `${dimensions[dimension]} “${metadataKey ?? ''}”` : dimensions[dimension];
}

/** A split or filter of metadata says nothing before its key is known. */
export function isComplete({ dimension, metadataKey }: Split): boolean {
  return !isMetadata(dimension) || Boolean(metadataKey);
}

/** Shares order like what they are shares of, so groups cannot be ordered by them. */
export function isOrder(measure: Measure): measure is Measure & Order {
  return !measure.toLowerCase().endsWith('share');
}

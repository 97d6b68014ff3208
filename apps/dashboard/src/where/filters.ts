import type { Inputs } from '../api/client.ts';

type Slice = Inputs['analytics']['slice'];
export type Dimension = NonNullable<Slice['by']>[string]['dimension'];
export type Where = NonNullable<Slice['where']>;
type ValueCondition = NonNullable<Where['agent']>;

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

type MetadataDimension = 'metadata' | 'agentMetadata' | 'customerMetadata';

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

/** The filters of a URL's search, which may be edited by hand. */
export function readFilters(value: unknown): Filter[] {
  return Array.isArray(value) ? value.filter(isFilter) : [];
}

export function isSplit(value: unknown): value is Split {
  const { dimension, metadataKey } = Object(value);
  const isKnown = dimensionNames.some((name) => name === dimension);
  return isKnown && (metadataKey === undefined || isText(metadataKey));
}

function isFilter(value: unknown): value is Filter {
  const { condition, values } = Object(value);
  const isKnown = typeof condition === 'string' && Object.hasOwn(conditions, condition);
  return isSplit(value) && isKnown && Array.isArray(values) && values.every(isText);
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Filters as the API takes them; undefined without one that filters. All of them must hold. */
export function toWhere(filters: readonly Filter[]): Where | undefined {
  const where: Where = {};
  for (const filter of filters.filter(isUseful)) {
    const { dimension, metadataKey = '' } = filter;
    if (isMetadata(dimension)) {
      where[dimension] = [...(where[dimension] ?? []), { key: metadataKey, ...toCondition(filter) }];
    } else {
      where[dimension] = both(where[dimension], toCondition(filter));
    }
  }
  return Object.keys(where).length > 0 ? where : undefined;
}

function toCondition({ condition, values }: Filter): ValueCondition {
  if (condition === 'missing' || condition === 'present') return { isNull: condition === 'missing' };
  return { [condition]: values };
}

/** Makes one condition of two on the same dimension, because the API takes one for each. All of both must hold. */
function both(one: ValueCondition = {}, other: ValueCondition): ValueCondition {
  const isContradiction = other.isNull !== undefined && one.isNull === !other.isNull;
  const notIn = [one.notIn, other.notIn].flatMap((values) => values ?? []);
  const wanted = isContradiction ? [] : shared(one.in, other.in);
  return {
    ...one,
    ...other,
    ...(wanted && { in: wanted }),
    ...(notIn.length > 0 && { notIn: [...new Set(notIn)] }),
  };
}

/** The values that are in both lists. A list that is absent allows every value. */
function shared(one: string[] | undefined, other: string[] | undefined): string[] | undefined {
  return one && other ? one.filter((value) => other.includes(value)) : (one ?? other);
}

/** A filter whose values are not chosen yet does not filter. */
export function isUseful(filter: Filter): boolean {
  const isOpen = filter.condition === 'in' || filter.condition === 'notIn';
  return isComplete(filter) && !(isOpen && filter.values.length === 0);
}

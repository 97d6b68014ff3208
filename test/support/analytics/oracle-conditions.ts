import { escapeLiteral } from 'pg';
import {
  type Dimension,
  type Filter,
  type MetadataDimension,
  metadataDimensions,
  type PlainDimension,
  plainDimensions,
  type ValueFilter,
} from './question.ts';

export const everyKind = ['revenues', 'outcomes', 'goals', 'events'];

/** The kinds of record without a dimension. */
const kindsWithout: Record<Dimension, string[]> = {
  agent: [],
  customer: [],
  session: [],
  agentMetadata: [],
  customerMetadata: [],
  goalType: ['events'],
  tool: ['goals'],
  source: ['outcomes', 'goals', 'events'],
  eventType: ['revenues', 'outcomes', 'goals'],
  model: ['revenues', 'outcomes', 'goals'],
  provider: ['revenues', 'outcomes', 'goals'],
  metadata: [],
};

/** Adds the kinds that a value of the dimension excludes. */
export function without(removed: ReadonlySet<string>, dimension: Dimension): ReadonlySet<string> {
  return new Set([...removed, ...kindsWithout[dimension]]);
}

/** The kinds of record that a filter excludes. */
export function removedBy(where: Filter): ReadonlySet<string> {
  let removed: ReadonlySet<string> = new Set();
  for (const name of [...plainDimensions, ...metadataDimensions]) {
    const filters = [where[name] ?? []].flat();
    if (filters.some((filter) => filter.in || filter.isNull === false)) removed = without(removed, name);
  }
  const hasBound = Object.values(where.amount ?? {}).some((bound) => bound !== undefined);
  return hasBound ? new Set([...removed, 'goals']) : removed;
}

/** SQL for the value of a dimension in a row of `facts`. */
export function valueSql(dimension: Dimension, metadataKey: string | undefined): string {
  return metadataDimensions.includes(dimension as MetadataDimension)
    ? `("${dimension}"::jsonb ->> ${escapeLiteral(metadataKey ?? '')})`
    : `"${dimension}"`;
}

/** Conditions on `facts`, all of which must hold. */
export function filterSql(where: Filter): string[] {
  const plain = plainDimensions.flatMap((name: PlainDimension) =>
    where[name] ? valueConditions(valueSql(name, undefined), where[name]) : [],
  );
  const metadata = metadataDimensions.flatMap((name) =>
    (where[name] ?? []).flatMap((filter) => valueConditions(valueSql(name, filter.key), filter)),
  );
  const operators = { gte: '>=', gt: '>', lte: '<=', lt: '<' } as const;
  const amount = Object.entries(where.amount ?? {}).flatMap(([name, bound]) =>
    bound === undefined ? [] : [`amount ${operators[name as keyof typeof operators]} ${bound}`],
  );
  return [...plain, ...metadata, ...amount];
}

/** A row without the dimension matches neither `in` nor a rest that excludes keys, unless null is among them. */
function valueConditions(value: string, filter: ValueFilter): string[] {
  const conditions = [];
  if (filter.in) conditions.push(isOneOf(value, filter.in));
  if (filter.notIn) conditions.push(`not ${isOneOf(value, filter.notIn)}`);
  if (filter.isNull !== undefined) conditions.push(`(${value} is null) = ${filter.isNull}`);
  return conditions;
}

/** True or false, never unknown; a null among the keys is the absence of a value. */
export function isOneOf(value: string, keys: readonly (string | null)[]): string {
  const alternatives = keys.map((key) =>
    key === null ? `${value} is null` : `coalesce(${value} = ${escapeLiteral(key)}, false)`,
  );
  return `(${['false', ...alternatives].join(' or ')})`;
}

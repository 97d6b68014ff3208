import type { RecordKind } from '../kinds/record-kind.ts';
import type { QueryContext } from '../operations/define.ts';
import { NIL_UUID } from '../rollups/rollup-sql.ts';
import type { Parameters } from './parameters.ts';
import type { DimensionSql, SliceDimension, SliceDimensions } from './slice-dimensions.ts';
import type { MetadataFilter, SliceFilter, ValueFilter } from './slice-filter.schema.ts';

export type DimensionRef = { dimension: SliceDimension; metadataKey?: string | undefined };

/** Ids in place of keys. */
type Condition = DimensionRef & ValueFilter;

export type Conditions = {
  dimensions: readonly Condition[];
  amount: SliceFilter['amount'];
};

/** Filters with ids. Unknown keys match nothing. */
export async function resolveConditions(
  context: QueryContext,
  known: SliceDimensions,
  { amount, ...filters }: SliceFilter,
): Promise<Conditions> {
  const named = Object.entries(filters).flatMap(([name, filter]): Condition[] => {
    const dimension = known.of(name);
    // A plain dimension has one `ValueFilter`, one with metadata keys a list of `MetadataFilter` (`sliceFilterOf`).
    if (!dimension.hasKey) return filter ? [{ dimension, ...(filter as ValueFilter) }] : [];
    return ((filter ?? []) as MetadataFilter[]).map(({ key, ...of }) => ({
      dimension,
      metadataKey: key,
      ...of,
    }));
  });
  const dimensions = await Promise.all(named.map((condition) => resolveKeys(context, condition)));
  // A range without bounds also keeps records without an amount.
  const hasBound = Object.values(amount ?? {}).some((bound) => bound !== undefined);
  return { dimensions, amount: hasBound ? amount : undefined };
}

async function resolveKeys({ database, principal }: QueryContext, condition: Condition): Promise<Condition> {
  const { table } = condition.dimension;
  const keys = [...(condition.in ?? []), ...(condition.notIn ?? [])];
  if (!table || keys.length === 0) return condition;
  const rows = await database.rows(
    `${table}_ids_of_keys`,
    `select key, id from ${table} where developer_id = $1 and key = any($2)`,
    [principal.developerId, keys],
  );
  const ids = new Map(rows.map(([key, id]) => [key as string, id as string]));
  const idsOf = (names: string[] | undefined) =>
    names?.flatMap((key) => {
      const id = ids.get(key);
      return id === undefined ? [] : [id];
    });
  return { ...condition, in: idsOf(condition.in), notIn: idsOf(condition.notIn) };
}

/** The name of a filter that no record of the kind can match, if there is one: it removes the kind from the answer. */
export function removingFilter(kind: RecordKind, { dimensions, amount }: Conditions): string | undefined {
  const lacked = dimensions.find((condition) => !hasDimension(kind, condition) && !matchesAbsent(condition))
    ?.dimension.name;
  return lacked ?? (amount && !kind.amount ? 'amount' : undefined);
}

export function hasDimension(kind: RecordKind, { dimension }: DimensionRef): boolean {
  return dimension.recordSql(kind, '') !== undefined;
}

/** Conditions on records `r`; undefined if none of the kind can match. Absent values match `notIn` and `isNull`. */
export function recordConditions(
  kind: RecordKind,
  where: Conditions,
  parameters: Parameters,
): string[] | undefined {
  if (removingFilter(kind, where)) return undefined;
  const { dimensions, amount } = where;
  const result: string[] = [];
  for (const condition of dimensions) {
    const value = dimensionSql(kind, condition, parameters);
    if (value) result.push(...valueConditions(condition, value.sql, parameters));
  }
  if (amount && kind.amount) {
    const { column } = kind.amount;
    const operators = { gte: '>=', gt: '>', lte: '<=', lt: '<' } as const;
    for (const [name, operator] of Object.entries(operators)) {
      const bound = amount[name as keyof typeof operators];
      if (bound !== undefined) result.push(`r.${column} ${operator} ${parameters.add(bound, 'numeric')}`);
    }
  }
  return result;
}

/** The value in a record `r`; undefined if the kind lacks the dimension. */
export function dimensionSql(
  kind: RecordKind,
  { dimension, metadataKey }: DimensionRef,
  parameters: Parameters,
): DimensionSql | undefined {
  const { hasKey, recordSql } = dimension;
  // Adds the parameter for kinds that have the dimension only.
  if (!hasDimension(kind, { dimension })) return undefined;
  return recordSql(kind, hasKey ? parameters.add(metadataKey, 'text') : '');
}

/** The value in a row `r` of the rollups of the kind; undefined if the kind lacks the dimension. */
export function rollupSql(
  kind: RecordKind,
  { dimension, metadataKey }: DimensionRef,
  parameters: Parameters,
): DimensionSql | undefined {
  const { hasKey, rollup } = dimension;
  if (!hasDimension(kind, { dimension })) return undefined;
  return rollup?.sql(hasKey ? parameters.add(metadataKey, 'text') : '');
}

/** Conditions on rows `r` of the rollups of a kind that the filter does not remove. */
export function rollupConditions(
  kind: RecordKind,
  { dimensions }: Conditions,
  parameters: Parameters,
): string[] {
  return dimensions.flatMap((condition) => {
    const value = rollupSql(kind, condition, parameters);
    if (!value) {
      if (!hasDimension(kind, condition)) return [];
      // Without its condition, the rollup would answer for all records.
      throw new Error(`No rollup of ${kind.name} has the dimension ${condition.dimension.name}.`);
    }
    // Rollups store `NIL_UUID` in place of null.
    return condition.dimension.table
      ? keyConditions(condition, value.sql, parameters)
      : valueConditions(condition, value.sql, parameters);
  });
}

function valueConditions(condition: Condition, sql: string, parameters: Parameters): string[] {
  const type = condition.dimension.table ? 'uuid[]' : 'text[]';
  return [
    ...(condition.in ? [`${sql} = any(${parameters.add(condition.in, type)})`] : []),
    ...(condition.notIn ? [`(${sql} = any(${parameters.add(condition.notIn, type)})) is not true`] : []),
    ...(condition.isNull === undefined ? [] : [`${sql} is ${condition.isNull ? '' : 'not '}null`]),
  ];
}

function keyConditions(condition: Condition, sql: string, parameters: Parameters): string[] {
  return [
    ...(condition.in ? [`${sql} = any(${parameters.add(condition.in, 'uuid[]')})`] : []),
    ...(condition.notIn ? [`${sql} <> all(${parameters.add(condition.notIn, 'uuid[]')})`] : []),
    ...(condition.isNull === undefined ? [] : [`${sql} ${condition.isNull ? '=' : '<>'} '${NIL_UUID}'`]),
  ];
}

function matchesAbsent(condition: Condition): boolean {
  return condition.in === undefined && condition.isNull !== false;
}

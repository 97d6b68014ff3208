import type { Tenant } from '../database/distribution/distribution.ts';
import { rememberedBy } from '../kinds/record-dimensions.ts';
import type { RecordDimension, RecordKind } from '../kinds/record-kind.ts';
import { changesByEarlier, columnsOfNamed, firstNamed, windowOfNamed } from './earliest-named-sql.ts';

/** Time of the statement by the clock of the database, in milliseconds. The subquery is evaluated once for all rows. */
export const createdAt = "(select date_trunc('milliseconds', now()))";

/**
 * A CTE that writes the rows of one dimension and returns their ids. With `do update`, unlike `do nothing`, it also
 * returns rows that another gateway created a moment ago. Each such CTE reads the previous one, so that all statements
 * lock the tables of dimensions in one order, whatever the plan. `before` has the dimensions that come before in this
 * order.
 */
export function upsertDimension(
  kind: RecordKind,
  dimension: RecordDimension,
  before: readonly RecordDimension[],
  tenant: Tenant,
): string {
  const { stem: name, table, column, isDeletable } = dimension;
  const remembered = rememberedBy(dimension, kind);
  const rememberedUpserted = remembered.filter((named) => before.includes(named));
  const namingOf = (named: RecordDimension) => ({
    id: dimensionIdOf(named, rememberedUpserted),
    at: `i.${kind.time.column}`,
    by: 'i.id',
  });
  const columns = ['id', 'key', 'created_at', 'updated_at', ...remembered.flatMap(columnsOfNamed)];
  const values = [
    'i.developer_id',
    `i.${column} as id`,
    `i.${name}_key as key`,
    `${createdAt} as created_at`,
    `${createdAt} as updated_at`,
    ...remembered.flatMap((named) => firstNamed(named, namingOf(named))),
  ];
  const windows = remembered.map((named) =>
    windowOfNamed(named, namingOf(named), `i.developer_id, i.${name}_key`),
  );
  const changes = [...(isDeletable ? ['deleted_at = null'] : []), ...changesByEarlier(table, remembered)];
  // `do update` needs at least one column to set.
  if (changes.length === 0) changes.push(`updated_at = ${table}.updated_at`);
  const previous = before.at(-1);
  return `upserted_${name} as (
      insert into ${table} (developer_id, ${columns.join(', ')})
      select ${tenant.id('n')}, ${columns.map((column) => `n.${column}`).join(', ')} from ${tenant.table}, (
      select distinct on (i.developer_id, i.${name}_key) ${values.join(', ')}
      from accepted i
      ${joinsOfUpserted(rememberedUpserted)}
      where i.${name}_key is not null ${previous ? `and (select count(*) from upserted_${previous.stem}) >= 0` : ''}
      ${windows.length > 0 ? `window ${windows.join(', ')}` : ''}
      order by i.developer_id, i.${name}_key, i.position) n
      where ${tenant.condition} order by n.developer_id, n.key
      on conflict (developer_id, key) do update set ${changes.join(', ')}
      returning id, ${developerKey('developer_id', 'key')} as developer_key)`;
}

/**
 * Joins the rows of dimensions to the records `i` that name them. The join has one column, which holds developer and
 * key: with a column for each, PostgreSQL may match by the developer alone, and compare all rows of one developer with
 * each other.
 */
export function joinsOfUpserted(upserted: readonly RecordDimension[]): string {
  return upserted
    .map(
      ({ stem: name }) =>
        `left join upserted_${name} on upserted_${name}.developer_key = ${developerKey('i.developer_id', `i.${name}_key`)}`,
    )
    .join('\n');
}

/** With the cast to text the expression is immutable, which Citus requires of what a statement returns. */
function developerKey(developerId: string, key: string): string {
  return `${developerId}::text || ${key}`;
}

/** Requires {@link joinsOfUpserted}. */
export function dimensionIdOf(dimension: RecordDimension, upserted: readonly RecordDimension[]): string {
  const { stem: name, column } = dimension;
  return upserted.includes(dimension) ? `coalesce(upserted_${name}.id, i.${column})` : `i.${column}`;
}

import type { Tenant } from '../database/distribution/distribution.ts';
import { rememberedBy } from '../kinds/record-dimensions.ts';
import type { RecordDimension, RecordKind } from '../kinds/record-kind.ts';
import { changesByEarlier, columnsOfOwner, firstNamed, windowOfOwner } from './earliest-owners-sql.ts';

/** Database time in milliseconds, evaluated once. */
export const createdAt = "(select date_trunc('milliseconds', now()))";

/**
 * `do update`, unlike `do nothing`, returns rows that another gateway just created. Each table waits for the previous
 * one, which fixes the lock order.
 */
export function createdOnFirstUse(
  kind: RecordKind,
  dimension: RecordDimension,
  earlier: readonly RecordDimension[],
  tenant: Tenant,
): string {
  const { name, table, column, described = [] } = dimension;
  const owners = rememberedBy(dimension, kind);
  const newOwners = owners.filter((owner) => earlier.includes(owner));
  const namingOf = (owner: RecordDimension) => ({
    id: dimensionIdOf(owner, newOwners),
    at: `i.${kind.time.column}`,
    by: 'i.id',
  });
  const columns = ['id', 'key', 'created_at', 'updated_at', ...owners.flatMap(columnsOfOwner)];
  const values = [
    'i.developer_id',
    `i.${column} as id`,
    `i.${name}_key as key`,
    `${createdAt} as created_at`,
    `${createdAt} as updated_at`,
    ...owners.flatMap((owner) => firstNamed(owner, namingOf(owner))),
  ];
  const windows = owners.map((owner) =>
    windowOfOwner(owner, namingOf(owner), `i.developer_id, i.${name}_key`),
  );
  const changes = [
    'deleted_at = null',
    // Gateways of older versions leave them in deleted rows.
    ...described.map(
      (field) => `${field} = case when ${table}.deleted_at is null then ${table}.${field} end`,
    ),
    ...changesByEarlier(table, owners),
  ];
  const previous = earlier.at(-1);
  return `new_${name} as (
      insert into ${table} (developer_id, ${columns.join(', ')})
      select ${tenant.id('n')}, ${columns.map((column) => `n.${column}`).join(', ')} from ${tenant.table}, (
      select distinct on (i.developer_id, i.${name}_key) ${values.join(', ')}
      from accepted i
      ${joinsOfFirstUse(newOwners)}
      where i.${name}_key is not null ${previous ? `and (select count(*) from new_${previous.name}) >= 0` : ''}
      ${windows.length > 0 ? `window ${windows.join(', ')}` : ''}
      order by i.developer_id, i.${name}_key, i.position) n
      where ${tenant.condition} order by n.developer_id, n.key
      on conflict (developer_id, key) do update set ${changes.join(', ')}
      returning id, ${ownedKey('developer_id', 'key')} as owned_key)`;
}

/** With two join columns, PostgreSQL compares all rows of a developer with each other. */
export function joinsOfFirstUse(firstUse: readonly RecordDimension[]): string {
  return firstUse
    .map(
      ({ name }) =>
        `left join new_${name} on new_${name}.owned_key = ${ownedKey('i.developer_id', `i.${name}_key`)}`,
    )
    .join('\n');
}

/** The cast makes it immutable, as Citus requires. */
function ownedKey(developerId: string, key: string): string {
  return `${developerId}::text || ${key}`;
}

/** Requires {@link joinsOfFirstUse}. */
export function dimensionIdOf(dimension: RecordDimension, firstUse: readonly RecordDimension[]): string {
  const { name, column } = dimension;
  return firstUse.includes(dimension) ? `coalesce(new_${name}.id, i.${column})` : `i.${column}`;
}

import type { Tenant } from '../database/distribution/distribution.ts';
import type { RecordDimension, RecordKind } from '../kinds/record-kind.ts';

/** Database time in milliseconds, evaluated once. */
export const createdAt = "(select date_trunc('milliseconds', now()))";

/**
 * `do update`, unlike `do nothing`, returns rows that another gateway just created. Each table waits for the previous
 * one, which fixes the lock order.
 */
export function createdOnFirstUse(
  kind: RecordKind,
  { name, table, column, remembers = [] }: RecordDimension,
  earlier: readonly RecordDimension[],
  tenant: Tenant,
): string {
  const owners = kind.dimensions.filter((other) => remembers.some((owner) => owner.table === other.table));
  const newOwners = owners.filter((owner) => earlier.includes(owner));
  const columns = ['id', 'key', 'created_at', 'updated_at', ...owners.map((owner) => owner.column)];
  const values = [
    'i.developer_id',
    `i.${column} as id`,
    `i.${name}_key as key`,
    `${createdAt} as created_at`,
    `${createdAt} as updated_at`,
    ...owners.map((owner) => `${dimensionIdOf(owner, newOwners)} as ${owner.column}`),
  ];
  const previous = earlier.at(-1);
  return `new_${name} as (
      insert into ${table} (developer_id, ${columns.join(', ')})
      select ${tenant.id('n')}, ${columns.map((column) => `n.${column}`).join(', ')} from ${tenant.table}, (
      select distinct on (i.developer_id, i.${name}_key) ${values.join(', ')}
      from accepted i
      ${joinsOfFirstUse(newOwners)}
      where i.${name}_key is not null ${previous ? `and (select count(*) from new_${previous.name}) >= 0` : ''}
      order by i.developer_id, i.${name}_key, i.position) n
      where ${tenant.condition} order by n.developer_id, n.key
      on conflict (developer_id, key) do update set deleted_at = null
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

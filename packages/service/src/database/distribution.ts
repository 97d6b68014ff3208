import type { EntityMetadata, MetadataStorage } from '@mikro-orm/core';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Pool, PoolClient } from 'pg';
import { ignore } from './pools.ts';

/**
 * Tables that stay whole, on the coordinator of a Citus cluster: who calls is looked up there by a key's hash, a token or
 * an email, before it is known which developer that is. Gateways' own marks belong to no developer at all.
 */
const wholeTables: ReadonlySet<string> = new Set([
  'developers',
  'api_keys',
  'users',
  'user_sessions',
  'user_accounts',
  'developer_claims',
  'replica_marks',
]);

/** The column that tenant tables are distributed by, first in their primary keys and unique indexes. */
const TENANT_COLUMN = 'developer_id';

export type Placement = {
  /** Distributed by developer, so that all that one developer has lies together. */
  tenant: string[];
  /** Kept whole. */
  whole: string[];
};

/** Where each table of the entities belongs on a Citus cluster. Throws for one of which nobody has decided. */
export function placementOf(metadata: MetadataStorage): Placement {
  const tables: EntityMetadata[] = [...metadata.getAll().values()];
  const placement: Placement = { tenant: [], whole: [] };
  for (const { tableName, props } of tables) {
    const [first] = props.filter(({ primary }) => primary);
    const isTenant = first?.fieldNames[0] === TENANT_COLUMN;
    if (isTenant === wholeTables.has(tableName)) {
      throw new Error(
        `${tableName} must either have ${TENANT_COLUMN} first in its primary key or be one of the tables that stay whole`,
      );
    }
    placement[isTenant ? 'tenant' : 'whole'].push(tableName);
  }
  return placement;
}

/**
 * On a database with the extension Citus: distributes the tenant tables that are not yet, with their rows, and has Citus
 * know the others, so that transactions over both are atomic. All or nothing; returns the tables that it distributed.
 * Writes wait meanwhile. Without the extension nothing is done.
 */
export async function distribute(database: { pool: Pool; orm: MikroORM }): Promise<string[]> {
  if (!(await hasCitus(database))) return [];
  const { tenant, whole } = placementOf(database.orm.getMetadata());
  const client = await database.pool.connect();
  client.on('error', ignore);
  try {
    await client.query('begin');
    const distributed = await distributeTenants(client, tenant);
    for (const table of unknown(await findTables(client, whole)))
      await client.query('select citus_add_local_table_to_metadata($1::regclass)', [table]);
    await client.query('commit');
    return distributed;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.off('error', ignore);
    client.release();
  }
}

/** Whether this database is the coordinator of a Citus cluster. */
export async function hasCitus({ pool }: { pool: Pool }): Promise<boolean> {
  const { rowCount } = await pool.query("select from pg_extension where extname = 'citus'");
  return rowCount === 1;
}

/** All of them with the shards of a developer side by side, whichever were distributed first. */
async function distributeTenants(client: PoolClient, tables: readonly string[]): Promise<string[]> {
  const existing = await findTables(client, tables);
  const missing = unknown(existing);
  // Whoever has records on PostgreSQL alone needs no row there before.
  if (missing.includes('tenants'))
    await client.query('insert into tenants select id from developers on conflict do nothing');
  let neighbour = existing.find(({ isKnown }) => isKnown)?.name ?? 'none';
  for (const table of missing) {
    await client.query('select create_distributed_table($1::regclass, $2, colocate_with => $3)', [
      table,
      TENANT_COLUMN,
      neighbour,
    ]);
    // The rows have been copied to the shards; what they were copied from is hidden, and would stay.
    await client.query('select truncate_local_data_after_distributing_table($1::regclass)', [table]);
    neighbour = table;
  }
  return missing;
}

type Table = { name: string; isKnown: boolean };

const unknown = (tables: readonly Table[]) => tables.flatMap(({ name, isKnown }) => (isKnown ? [] : [name]));

/** Those of some tables that are there, and whether Citus knows them, in the same order. */
async function findTables(client: PoolClient, tables: readonly string[]): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select name, to_regclass(name) in (select logicalrelid from pg_dist_partition) as "isKnown"
     from unnest($1::text[]) with ordinality as t(name, position) where to_regclass(name) is not null
     order by position`,
    [tables],
  );
  return rows;
}

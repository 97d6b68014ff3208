import type { MikroORM } from '@mikro-orm/postgresql';
import type { Pool, PoolClient } from 'pg';
import { namesOf } from '../entity-columns.ts';
import { ignore } from '../pools.ts';
import type { QueryRows } from '../rows.ts';
import { TenantEntity } from '../tenant.entity.ts';
import type { CommitNames, Distribution, Tenant } from './distribution.ts';
import { placementOf, TENANT_COLUMN } from './placement.ts';

const tenants = namesOf(TenantEntity);
const me = namesOf(TenantEntity, 'me');

/**
 * Developer `$1` by the row in `tenants`. Where the developer of the inserted rows comes from a table that lies beside the
 * target, Citus sends the insert to the one node that has the developer; from a parameter alone it would bring all nodes
 * into the transaction.
 */
const onOneNode: Tenant = {
  table: `${me}`,
  id: () => me.developerId,
  isMe: `${me.developerId} = $1`,
};

/** A cluster of Citus, of whose coordinator the service knows. */
export const citus: Distribution = {
  name: 'Citus',
  tenant: onOneNode,
  tenantOfRows: onOneNode,
  async addTenant(quick, developerId) {
    const sql = `insert into ${tenants} (${tenants.developerId}) values ($1) on conflict do nothing`;
    await quick('tenant_add', sql, [developerId]);
  },
  // Developers are on different nodes.
  sharesStatements: false,
  // The nodes have snapshots of their own.
  sharesSnapshots: false,
  // It writes to the log, which makes the commit wait for the disk also on a coordinator, where nothing else does: otherwise a
  // crash could forget the transaction and give its number to another, behind the back of those who follow.
  keepsNumber: ["pg_logical_emit_message(true, 'outturn', '')"],
  // The coordinator tells its nodes of the settings that follow.
  questionSetting: "set local citus.propagate_set_commands = 'local'",
  refusesReplicas:
    'The database is distributed by Citus, and each of its nodes has a log of its own, by which replicas cannot be compared. Unset DATABASE_REPLICA_URLS.',
  distribute,
  // A worker that is away keeps nobody from starting. What stays because of it expires like all commits.
  forgetCommitsAhead: ({ quick }, commits) => forgetCommitsAhead(quick, commits).catch(() => undefined),
};

/**
 * Distributes the tenant tables that are not yet, with their rows, and has Citus know the others, so that transactions over
 * both are atomic. Writes wait meanwhile.
 */
async function distribute(database: { pool: Pool; orm: MikroORM }): Promise<string[]> {
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

/** All of them with the shards of a developer side by side, whichever were distributed first. */
async function distributeTenants(client: PoolClient, tables: readonly string[]): Promise<string[]> {
  const existing = await findTables(client, tables);
  const missing = unknown(existing);
  // Whoever has records on PostgreSQL alone needs no row there before.
  if (missing.includes(`${tenants}`))
    await client.query(`insert into ${tenants} select id from developers on conflict do nothing`);
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

/**
 * Numbers are the coordinator's and rows the nodes', and no snapshot is of both. What is seen before a number is given, and is
 * not below it, is of another server; and while it is there nobody else's commit has its key.
 */
async function forgetCommitsAhead(quick: QueryRows, c: CommitNames): Promise<void> {
  const ahead = await quick(
    'commits_ahead',
    `select ${c.developerId}, ${c.fact}, array_agg(${c.xid})::text from ${c} where ${c.xid} >= $1::text::xid8
     group by ${c.developerId}, ${c.fact}`,
    [await newNumber(quick)],
  );
  if (ahead.length === 0) return;
  const next = await newNumber(quick);
  for (const [developerId, fact, xids] of ahead)
    await quick(
      'commits_of_others',
      `delete from ${c} where ${c.developerId} = $1 and ${c.fact} = $2 and ${c.xid} = any($3::text::xid8[])
       and ${c.xid} >= $4::text::xid8`,
      [developerId, fact, xids, next],
    );
}

/** Of a transaction of the coordinator that begins now. */
async function newNumber(quick: QueryRows): Promise<string> {
  const [row] = await quick('commits_new_number', 'select pg_current_xact_id()::text', []);
  return row?.[0] as string;
}

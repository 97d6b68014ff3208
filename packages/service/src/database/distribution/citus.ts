import type { MikroORM } from '@mikro-orm/postgresql';
import type { Pool, PoolClient } from 'pg';
import { namesOf } from '../entity-metadata.ts';
import { HIDDEN_TENANT } from '../lookup-sql.ts';
import { ignore } from '../pools.ts';
import type { QueryRows } from '../query-rows.ts';
import { TenantEntity } from '../tenant.entity.ts';
import type { CommitNames, Distribution, ForgottenNames, Tenant } from './distribution.ts';
import { placementOf, TENANT_COLUMN } from './placement.ts';

const tenants = namesOf(TenantEntity);
const me = namesOf(TenantEntity, 'me');

/**
 * Citus sends an insert unchanged to one node only if it sees that all rows come from there. So each insert takes the
 * tenant from its row in `tenants`, which lies on the same node. With the parameter alone, Citus would compute the
 * rows on the coordinator and write them in a transaction over all nodes (decision 008).
 */
const onOneNode: Tenant = {
  table: `${me}`,
  id: () => me.developerId,
  condition: `${me.developerId} = $1`,
};

export const citus: Distribution = {
  name: 'Citus',
  tenant: onOneNode,
  tenantOfRows: onOneNode,
  async addTenant(quick, developerId) {
    const sql = `insert into ${tenants} (${tenants.developerId}) values ($1) on conflict do nothing`;
    await quick('tenant_add', sql, [developerId]);
  },
  sharesStatements: false,
  sharesSnapshots: false,
  // A coordinator writes nothing itself for such a statement, so it would not wait for its disk before it
  // acknowledges the commit. The message goes into its log, and makes it wait.
  persistTransactionId: ["pg_logical_emit_message(true, 'outturn', '')"],
  // By default Citus keeps the settings of a transaction to the coordinator. With this one, those that follow
  // (timeout, memory) hold on the nodes too.
  questionSetting: "set local citus.propagate_set_commands = 'local'",
  // Citus finds the node of a statement by the parameter itself, so the sub-select that hides it from the planner of
  // one server (decision 012) is removed.
  rewrite: (sql) => sql.replaceAll(HIDDEN_TENANT, '$1::uuid'),
  refusesReplicas:
    'The database is distributed by Citus, and each of its nodes has a log of its own, by which replicas cannot be compared. Unset DATABASE_REPLICA_URLS.',
  refusesCorrections: 'is not possible in this installation, whose database is distributed by Citus',
  distribute,
  // A worker that is down must not prevent a start. Commits that could not be deleted expire like all, after an
  // hour.
  forgetCommitsAhead: ({ quick }, commits, forgotten) =>
    forgetCommitsAhead(quick, commits, forgotten).catch(() => undefined),
};

/**
 * Tables without a tenant stay whole on the coordinator. They are registered with Citus nevertheless, because
 * otherwise a transaction that writes to a whole and to a distributed table would not be atomic. Blocks writes to the
 * tables meanwhile.
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

/**
 * Distributes the tables by the column of the tenant, each colocated with the one before, so that all rows of a
 * tenant are on one node.
 */
async function distributeTenants(client: PoolClient, tables: readonly string[]): Promise<string[]> {
  const existing = await findTables(client, tables);
  const missing = unknown(existing);
  // Tenants from before the cluster have no row.
  if (missing.includes(`${tenants}`))
    await client.query(`insert into ${tenants} select id from developers on conflict do nothing`);
  // The first table of all is colocated with none, which begins a new group. Later ones join the group that exists.
  let neighbour = existing.find(({ isKnown }) => isKnown)?.name ?? 'none';
  for (const table of missing) {
    await client.query('select create_distributed_table($1::regclass, $2, colocate_with => $3)', [
      table,
      TENANT_COLUMN,
      neighbour,
    ]);
    // Citus copies the rows to the nodes and leaves the originals on the coordinator, where no query sees them.
    await client.query('select truncate_local_data_after_distributing_table($1::regclass)', [table]);
    neighbour = table;
  }
  return missing;
}

type Table = { name: string; isKnown: boolean };

const unknown = (tables: readonly Table[]) => tables.flatMap(({ name, isKnown }) => (isKnown ? [] : [name]));

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
 * Deletes commits that another server has written and this one has not reached, as after a restored dump.
 *
 * The transaction numbers are assigned by the coordinator, the rows are on the nodes, and no snapshot covers both.
 * Meanwhile gateways may record. So the coordinator is asked for a new number, the rows that are not below it are
 * read, and it is asked for a second number: a row that was read before the second number was assigned, and is not
 * below it, cannot come from this server (decision 008).
 */
async function forgetCommitsAhead(quick: QueryRows, c: CommitNames, f: ForgottenNames): Promise<void> {
  await quick('forgotten_of_others', `delete from ${f} where ${f.xid} >= $1::text::xid8`, [
    await newNumber(quick),
  ]);
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

/** A new transaction number of the coordinator. Every number that was assigned before is smaller. */
async function newNumber(quick: QueryRows): Promise<string> {
  const [row] = await quick('commits_new_number', 'select pg_current_xact_id()::text', []);
  return row?.[0] as string;
}

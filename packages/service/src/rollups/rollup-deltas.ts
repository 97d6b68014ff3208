import { escapeLiteral } from 'pg';
import { plainArray, uuidArray } from '../database/array-literal.ts';
import type { Database } from '../database/database.ts';
import type { Tenant } from '../database/distribution/distribution.ts';
import { tableWith } from '../database/entity-metadata.ts';
import type { QueryRows } from '../database/query-rows.ts';
import type { RecordKind } from '../kinds/record-kind.ts';
import { RollupDeltaEntity } from './rollup-delta.entity.ts';
import { addToRollups, type Cut, entriesOf, rollupRows } from './rollup-sql.ts';

/**
 * A commit does not add its records to the rollups itself, because all commits of a developer would then wait for the
 * same rows. It writes them into a row of its own, a delta. Readers of rollups add the deltas, and a fold moves
 * thousands of records at once from deltas into the rollups (decision 009).
 */

/** Records per fold; the last delta may exceed it. */
export const FOLDED_AT_ONCE = 16_384;

const columns = 'developer_id, id, fact, records, agent_ids, customer_ids, amounts, times';
const deltas = tableWith(RollupDeltaEntity, columns);

/** Writes the entries of the records in `recorded`, a CTE with rows of the kind, in one delta for each developer. */
export function insertDelta(kind: RecordKind, recorded: string, id: string, tenant: Tenant): string {
  return `insert into ${deltas} (${columns})
    select ${tenant.id('r')}, ${id}, ${kind.facts[0]}, r.records, r.agents, r.customers, r.amounts, r.times
    from ${tenant.table}, (
      select developer_id, count(*) as records, array_agg(agent_id) as agents, array_agg(customer_id) as customers,
        array_agg(amount) as amounts, array_agg(time) as times
      from (${entriesOf(kind, recorded, kind.facts[0])}) entries group by developer_id) r
    where ${tenant.condition}`;
}

/** Of one kind and sign: 1 for what counts, -1 for what counts no longer. One element for each record. */
export type Entries = {
  id: string;
  fact: number;
  sign: 1 | -1;
  agentIds: readonly (string | null)[];
  customerIds: readonly (string | null)[];
  amounts: readonly (string | null)[];
  times: readonly (string | null)[];
};

/** Writes a delta in the transaction that corrects the records. */
export async function insertEntries(ask: QueryRows, developerId: string, entries: Entries): Promise<void> {
  const { id, fact, sign, agentIds, customerIds, amounts, times } = entries;
  await ask(
    'rollups_correct',
    `insert into ${deltas} (${columns}, sign)
     select $1::uuid, $2::uuid, $3::smallint, count(*), array_agg(agent_id), array_agg(customer_id), array_agg(amount),
       array_agg(time), $4::smallint
     from unnest($5::uuid[], $6::uuid[], $7::numeric[], $8::timestamptz[]) e(agent_id, customer_id, amount, time)`,
    [
      developerId,
      id,
      fact,
      sign,
      uuidArray(agentIds),
      uuidArray(customerIds),
      plainArray(amounts),
      plainArray(times),
    ],
  );
}

function deltaEntries(source: string): string {
  return `select d.fact, e.time, e.agent_id, e.customer_id, d.sign * e.amount as amount, d.sign
    from ${source} d, unnest(d.agent_ids, d.customer_ids, d.amounts, d.times) e(agent_id, customer_id, amount, time)`;
}

/** For developer `$1`; `during` is a condition on `e.time`. */
export function deltaRollups(of?: readonly Cut[], during = 'true'): string {
  return rollupRows(
    `${deltaEntries(`(select * from ${deltas} where developer_id = $1)`)} where ${during}`,
    of,
  );
}

/** Has no parameters, so that other commands can accompany it. */
export function hasDeltasSql(developerId: string): string {
  return `select exists (select from ${deltas} where developer_id = ${escapeLiteral(developerId)})`;
}

/**
 * Deletes the oldest deltas of developer `$1` and adds their records to the rollups, so that at any moment each record
 * is in one of the two. `waiting` is materialized, because Citus runs CTEs one after another and must count the deltas
 * before it deletes any. The condition `(in …) is true` allows no join, which old statistics would make slow. The
 * commit need not wait for the disk, because a crash undoes both halves (decision 009).
 */
const fold = (tenant: Tenant) => `with seen as (
    select id, fact, records from ${deltas}
    where developer_id = $1 and exists (select from ${tenant.table} where ${tenant.condition})
    order by id, fact limit ${FOLDED_AT_ONCE} for update skip locked),
  waiting as materialized (select coalesce(sum(records), 0) as records from ${deltas} where developer_id = $1),
  taken as (
    delete from ${deltas}
    where developer_id = $1 and ((id, fact) in (
      select id, fact
      from (select id, fact, sum(records) over (order by id, fact) - records as before from seen) s
      where before < ${FOLDED_AT_ONCE})) is true
    returning *),
  folded as (${addToRollups(rollupRows(deltaEntries('taken')), tenant)})
  select (select coalesce(sum(records), 0) from taken), (select records from waiting),
    set_config('synchronous_commit', 'off', true)
  from ${tenant.table} where ${tenant.condition}`;

/** `left`: records that arrived late, exceeded the limit, or are locked by another fold. */
export type Folded = { folded: number; left: number };

export async function foldRollups(database: Database, developerId: string): Promise<Folded> {
  const [row] = await database.rows('rollups_fold', fold(database.distribution.tenant), [developerId]);
  const [folded, waiting] = (row ?? []).map(Number);
  return { folded: folded ?? 0, left: (waiting ?? 0) - (folded ?? 0) };
}

export async function findUnfolded(database: Database): Promise<string[]> {
  const sql = `select distinct developer_id from ${deltas}`;
  return (await database.rows('rollups_unfolded', sql, [])).map(([developerId]) => developerId as string);
}

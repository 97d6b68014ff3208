import { escapeLiteral } from 'pg';
import type { Database } from '../database/database.ts';
import type { Tenant } from '../database/distribution/distribution.ts';
import { tableWith } from '../database/entity-metadata.ts';
import type { RecordKind } from '../kinds/record-kind.ts';
import { RollupDeltaEntity } from './rollup-delta.entity.ts';
import { addToRollups, type Cut, factsOf, rollupRows } from './rollup-sql.ts';

/** Each commit writes a delta. Readers add it; a fold moves it into the rollups (decision 009). */

/** Records per fold; the last delta may exceed it. */
export const FOLDED_AT_ONCE = 16_384;

const columns = 'developer_id, id, fact, records, agent_ids, customer_ids, amounts, times';
const deltas = tableWith(RollupDeltaEntity, columns);

/** `recorded` is a CTE with rows of the kind. */
export function insertDelta(kind: RecordKind, recorded: string, id: string, tenant: Tenant): string {
  return `insert into ${deltas} (${columns})
    select ${tenant.id('r')}, ${id}, ${kind.facts[0]}, r.records, r.agents, r.customers, r.amounts, r.times
    from ${tenant.table}, (
      select developer_id, count(*) as records, array_agg(agent_id) as agents, array_agg(customer_id) as customers,
        array_agg(amount) as amounts, array_agg(time) as times
      from (${factsOf(kind, recorded)}) facts group by developer_id) r
    where ${tenant.condition}`;
}

function deltaFacts(source: string): string {
  return `select d.fact, f.time, f.agent_id, f.customer_id, f.amount
    from ${source} d, unnest(d.agent_ids, d.customer_ids, d.amounts, d.times) f(agent_id, customer_id, amount, time)`;
}

/** For developer `$1`; `during` is a condition on `f.time`. */
export function deltaRollups(of?: readonly Cut[], during = 'true'): string {
  return rollupRows(`${deltaFacts(`(select * from ${deltas} where developer_id = $1)`)} where ${during}`, of);
}

/** Has no parameters, so that other commands can accompany it. */
export function hasDeltasSql(developerId: string): string {
  return `select exists (select from ${deltas} where developer_id = ${escapeLiteral(developerId)})`;
}

/** Decision 009 explains `materialized`, `is true` and the asynchronous commit. */
const fold = (tenant: Tenant) => `with seen as (
    select id, fact, records from ${deltas}
    where developer_id = $1 and exists (select from ${tenant.table} where ${tenant.condition})
    order by id, fact limit ${FOLDED_AT_ONCE} for update skip locked),
  noted as materialized (select coalesce(sum(records), 0) as records from ${deltas} where developer_id = $1),
  taken as (
    delete from ${deltas}
    where developer_id = $1 and ((id, fact) in (
      select id, fact
      from (select id, fact, sum(records) over (order by id, fact) - records as before from seen) s
      where before < ${FOLDED_AT_ONCE})) is true
    returning *),
  folded as (${addToRollups(rollupRows(deltaFacts('taken')), tenant)})
  select (select coalesce(sum(records), 0) from taken), (select records from noted),
    set_config('synchronous_commit', 'off', true)
  from ${tenant.table} where ${tenant.condition}`;

/** `left`: records that arrived late, exceeded the limit, or are locked by another fold. */
export type Folded = { folded: number; left: number };

export async function foldRollups(database: Database, developerId: string): Promise<Folded> {
  const [row] = await database.rows('rollups_fold', fold(database.distribution.tenant), [developerId]);
  const [folded, noted] = (row ?? []).map(Number);
  return { folded: folded ?? 0, left: (noted ?? 0) - (folded ?? 0) };
}

export async function findUnfolded(database: Database): Promise<string[]> {
  const sql = `select distinct developer_id from ${deltas}`;
  return (await database.rows('rollups_unfolded', sql, [])).map(([developerId]) => developerId as string);
}

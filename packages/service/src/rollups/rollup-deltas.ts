import { escapeLiteral } from 'pg';
import type { Database } from '../database/database.ts';
import type { Tenant } from '../database/distribution/distribution.ts';
import { tableWith } from '../database/entity-columns.ts';
import type { LedgerKind } from '../kinds/record-kind.ts';
import { RollupDeltaEntity } from './rollup-delta.entity.ts';
import { addToRollups, type Cut, factsOf, rollupRows } from './rollup-rows.ts';

/**
 * What the rollups do not have yet. The recording statement notes the facts of its batch in one row instead of adding
 * them to a few dozen rows that all statements share: that is quicker, and nobody waits for anybody. Whoever reads
 * rollups adds what is noted, so that sums are exact at every commit, and a fold moves it into the rollups from time to
 * time, many notes at once. Why, and what it brings: docs/decisions/009-rollup-deltas.md.
 */

/** How many records one fold takes, if there are as many, and those of one note more at most. */
export const FOLDED_AT_ONCE = 16_384;

const columns = 'developer_id, id, fact, records, agent_ids, customer_ids, amounts, times';
/** The table of notes. */
const notes = tableWith(RollupDeltaEntity, columns);

/** SQL that notes the facts that a recording statement wrote, one row for each developer; `recorded` is a CTE with rows of the kind. */
export function noteDelta(kind: LedgerKind, recorded: string, id: string, tenant: Tenant): string {
  return `insert into ${notes} (${columns})
    select ${tenant.id('r')}, ${id}, ${kind.facts[0]}, r.records, r.agents, r.customers, r.amounts, r.times
    from ${tenant.table}, (
      select developer_id, count(*) as records, array_agg(agent_id) as agents, array_agg(customer_id) as customers,
        array_agg(amount) as amounts, array_agg(time) as times
      from (${factsOf(kind, recorded)}) facts group by developer_id) r
    where ${tenant.isMe}`;
}

/** SQL of the facts in rows of `rollup_deltas`. */
function notedFacts(source: string): string {
  return `select d.fact, f.time, f.agent_id, f.customer_id, f.amount
    from ${source} d, unnest(d.agent_ids, d.customer_ids, d.amounts, d.times) f(agent_id, customer_id, amount, time)`;
}

/**
 * SQL of the rollup rows that developer `$1` has in notes, to be added to those of the table `rollups`; `during` is a
 * condition on the time `f.time` of a fact.
 */
export function notedRollups(of?: readonly Cut[], during = 'true'): string {
  return rollupRows(`${notedFacts(`(select * from ${notes} where developer_id = $1)`)} where ${during}`, of);
}

/** SQL that says whether anything is noted of a developer; without parameters, to be sent along with other commands. */
export function anyNotes(developerId: string): string {
  return `select exists (select from ${notes} where developer_id = ${escapeLiteral(developerId)})`;
}

/**
 * Notes that somebody else folds are left to them. It need not wait for the disk: what a crash takes back are both halves. Citus
 * does one after the other what PostgreSQL does on one snapshot, so that what is noted is summed up before any of it is taken.
 * `is true` keeps what is taken out of a join, whose plan would compare each note with every other where statistics say that
 * there are none: they are of a moment in which somebody else had all of them.
 */
const fold = (tenant: Tenant) => `with seen as (
    select id, fact, records from ${notes}
    where developer_id = $1 and exists (select from ${tenant.table} where ${tenant.isMe})
    order by id, fact limit ${FOLDED_AT_ONCE} for update skip locked),
  noted as materialized (select coalesce(sum(records), 0) as records from ${notes} where developer_id = $1),
  taken as (
    delete from ${notes}
    where developer_id = $1 and ((id, fact) in (
      select id, fact
      from (select id, fact, sum(records) over (order by id, fact) - records as before from seen) s
      where before < ${FOLDED_AT_ONCE})) is true
    returning *),
  folded as (${addToRollups(rollupRows(notedFacts('taken')), tenant)})
  select (select coalesce(sum(records), 0) from taken), (select records from noted),
    set_config('synchronous_commit', 'off', true)
  from ${tenant.table} where ${tenant.isMe}`;

/** How many records a fold moved, and how many it left: those that came too late, were too many, or are in another fold. */
export type Folded = { folded: number; left: number };

/** Moves what is noted of a developer into the rollups. */
export async function foldRollups(database: Database, developerId: string): Promise<Folded> {
  const [row] = await database.rows('rollups_fold', fold(database.distribution.tenant), [developerId]);
  const [folded, noted] = (row ?? []).map(Number);
  return { folded: folded ?? 0, left: (noted ?? 0) - (folded ?? 0) };
}

/** Developers of whom something is noted. */
export async function findUnfolded(database: Database): Promise<string[]> {
  const sql = `select distinct developer_id from ${notes}`;
  return (await database.rows('rollups_unfolded', sql, [])).map(([developerId]) => developerId as string);
}

import type { Database } from '../../database/database.ts';
import { OutturnError } from '../errors.ts';
import type { RecordTable } from '../ledger/ledger-kind.ts';
import { facts } from '../rollups/rollup-rows.ts';
import type { Position } from './position.ts';
import { RETENTION } from './position.ts';

/** The records of one kind that one transaction committed, in the order in which they were written. */
export type Commit = { xid: string; table: RecordTable; ids: string[] };

/** How many commits are read at a time. */
const PAGE = 20;

const tables = new Map(Object.entries(facts).map(([table, fact]) => [fact, table as RecordTable]));

/** SQL that notes what a recording statement wrote; `recorded` is a CTE with the rows of `table`. */
export function noteCommit(developer: string, table: RecordTable, recorded: string): string {
  return `insert into commits (developer_id, xid, fact, ids, committed_at)
    select ${developer}, pg_current_xact_id(), ${facts[table]}, array_agg(id), now() from ${recorded} having count(*) > 0`;
}

/** Where to start to see everything that commits from now on. */
export async function currentPosition(database: Database): Promise<Position> {
  const [row] = await database.rows(
    'commits_position',
    'select pg_snapshot_xmin(pg_current_snapshot())::text',
    [],
  );
  return { xid: row?.[0] as string, seen: 0 };
}

/**
 * Throws `Invalid Request` for a position that this database has not come to. It is one of another: before a backup was
 * restored, say. Who waited there would miss, without a word, all that is recorded until then.
 */
export async function checkReached(database: Database, { xid }: Position): Promise<void> {
  const [row] = await database.rows(
    'commits_next',
    'select pg_snapshot_xmax(pg_current_snapshot())::text',
    [],
  );
  if (BigInt(xid) <= BigInt(row?.[0] as string)) return;
  throw new OutturnError('Invalid Request', {
    message:
      'lastEventId is not of this database, which may have been restored from a backup. List the records, and subscribe without it.',
  });
}

/**
 * The commits of a developer from a position on, whose transactions and all before them have ended, so that none can
 * appear before them later; generated outcomes behind the records that generate them. `isBehind` tells of commits that wait for an older transaction.
 */
export async function readCommits(
  database: Database,
  developerId: string,
  { xid }: Position,
): Promise<{ commits: Commit[]; hasMore: boolean; isBehind: boolean }> {
  const rows = await database.rows(
    'commits_from',
    // By the column: `xid` alone is the text that is selected, and 999 comes after 1000 as text.
    `select xid::text, fact, array_to_string(ids, ','), xid < pg_snapshot_xmin(pg_current_snapshot())
     from commits c where developer_id = $1 and xid >= $2::text::xid8
     order by c.xid, fact = ${facts.outcomes}, fact limit ${PAGE}`,
    [developerId, xid],
  );
  const settled = rows.filter(([, , , isSettled]) => isSettled === 't');
  return {
    commits: settled.map(([id, fact, ids]) => ({
      xid: id as string,
      table: tables.get(Number(fact) as 1) as RecordTable,
      ids: (ids as string).split(','),
    })),
    hasMore: settled.length === PAGE,
    isBehind: settled.length < rows.length,
  };
}

/** Removes what nobody can resume from any more. */
export async function forgetCommits(database: Database): Promise<void> {
  const sql = `delete from commits where committed_at < now() - interval '1 millisecond' * ${RETENTION}`;
  await database.rows('commits_expire', sql, []);
}

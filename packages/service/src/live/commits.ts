import { OutturnError } from '../base/errors.ts';
import type { Database } from '../database/database.ts';
import type { Tenant } from '../database/distribution/distribution.ts';
import { namesOf } from '../database/entity-columns.ts';
import type { KindRegistry } from '../kinds/kind-registry.ts';
import type { LedgerKind } from '../kinds/record-kind.ts';
import { CommitEntity } from './commit.entity.ts';
import { type CommitPosition, RETENTION } from './commit-position.ts';

/** The records of one kind that one transaction committed, in the order in which they came. */
export type Commit = { xid: string; fact: number; ids: string[] };

const c = namesOf(CommitEntity);

/** How many commits are read at a time. */
const PAGE = 20;

/**
 * SQL that notes what a recording statement wrote, one row for each developer; `recorded` is a CTE with rows of the kind.
 * Ids ascend as records come, and rows are in whatever order the plan joins them.
 */
export function noteCommit({ facts: [fact] }: LedgerKind, recorded: string, tenant: Tenant): string {
  return `insert into ${c} (${c.developerId}, ${c.xid}, ${c.fact}, ${c.ids}, ${c.committedAt})
    select ${tenant.id('r')}, pg_current_xact_id(), ${fact}, r.ids, now()
    from ${tenant.table}, (
      select developer_id, array_agg(id order by id) as ids from ${recorded} group by developer_id) r
    where ${tenant.isMe}`;
}

/** A moment: all transactions before `position` have ended, and of those behind it the ones that `hasEnded` says. */
export type Moment = { position: CommitPosition; hasEnded(xid: string): boolean };

/** Where to start to see what commits from now on, and nothing of before. */
export async function currentMoment(database: Database): Promise<Moment> {
  const { oldestHere, next, running } = await openTransactions(database);
  return {
    position: { xid: String(oldestHere), seen: 0 },
    hasEnded: (xid) => BigInt(xid) < next && !running.has(xid),
  };
}

/**
 * SQL for the transactions of this database that write, by the last 32 bits of their numbers. Sessions come first: what one
 * prepares is among the prepared before it is no longer the session's.
 */
const writersHere = `select backend_xid from pg_stat_activity where datname = current_database() and backend_xid is not null
  union all select transaction from pg_prepared_xacts where database = current_database()`;

/**
 * The next transaction, those before it that still run, anywhere on the server, and the oldest of this database: transactions
 * of others never have commits to wait for. The snapshot is taken before the writers are listed, so that one that is not
 * among them can be read by the next statement.
 */
async function openTransactions(
  database: Database,
): Promise<{ oldestHere: bigint; next: bigint; running: ReadonlySet<string> }> {
  const [row] = await database.rows(
    'commits_moment',
    `select pg_current_snapshot()::text, array_to_string(array(${writersHere}), ',')`,
    [],
  );
  const [snapshot, writers] = row as [string, string];
  // The oldest transaction that runs, the next one, and all that run: 10:20:10,14,15
  const [, end = '', running = ''] = snapshot.split(':');
  const next = BigInt(end);
  const here = writers === '' ? [] : writers.split(',').map(BigInt);
  // How long ago each began, counted in transactions; what began after the snapshot comes to almost 2^32.
  const ages = here.map((xid) => Number(BigInt.asUintN(32, next - xid))).filter((age) => age < 2 ** 31);
  const oldestHere = next - BigInt(Math.max(0, ...ages));
  return { oldestHere, next, running: new Set(running.split(',')) };
}

/** The oldest transaction that runs, anywhere on the server: quicker to find than that of this database. */
async function oldestOfServer(database: Database): Promise<bigint> {
  const sql = 'select pg_snapshot_xmin(pg_current_snapshot())::text';
  const [row] = await database.rows('commits_oldest', sql, []);
  return BigInt(row?.[0] as string);
}

/**
 * Throws `Invalid Request` for a position that this database has not come to. It is one of another: before a backup was
 * restored, say. Who waited there would miss, without a word, all that is recorded until then.
 */
export async function checkReached(database: Database, { xid }: CommitPosition): Promise<void> {
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
 * appear before them later; generated records behind those that generate them. `isBehind` tells of commits that wait
 * for an older transaction: of the server, or, which takes longer to find out, only of this database.
 *
 * Two statements, so that both transactions and snapshots are those of one server also where Citus keeps the commits on
 * another: a transaction ends on the coordinator after it ended where it wrote, so what has ended here can be read there.
 */
export async function readCommits(
  database: Database,
  developerId: string,
  { xid }: CommitPosition,
  { kinds, waitsFor }: { kinds: KindRegistry; waitsFor: 'server' | 'database' },
): Promise<{ commits: Commit[]; hasMore: boolean; isBehind: boolean }> {
  const oldest =
    waitsFor === 'server' ? await oldestOfServer(database) : (await openTransactions(database)).oldestHere;
  const rows = await database.rows(
    'commits_from',
    // The text has another name than the column: Citus sends `order by xid` to the worker, and 999 comes after 1000 as text.
    `select ${c.xid}::text as number, ${c.fact}, array_to_string(${c.ids}, ',')
     from ${c} where ${c.developerId} = $1 and ${c.xid} >= $2::text::xid8
     order by ${c.xid}, ${c.fact} = any('{${kinds.generatedFacts}}'), ${c.fact} limit ${PAGE}`,
    [developerId, xid],
  );
  const settled = rows.filter(([id]) => BigInt(id as string) < oldest);
  return {
    commits: settled.map(([id, fact, ids]) => ({
      xid: id as string,
      fact: Number(fact),
      ids: (ids as string).split(','),
    })),
    hasMore: settled.length === PAGE,
    isBehind: settled.length < rows.length,
  };
}

/** Removes what nobody can resume from any more. */
export async function forgetCommits(database: Database): Promise<void> {
  const sql = `delete from ${c} where ${c.committedAt} < now() - interval '1 millisecond' * ${RETENTION}`;
  await database.rows('commits_expire', sql, []);
}

/**
 * Removes the commits of another server, which a restored dump brings along: their numbers are ahead of this one's, which would
 * come to them once more. None of this server's own can be seen before its number is given.
 */
export function forgetCommitsOfOthers(database: Database): Promise<void> {
  return database.distribution.forgetCommitsAhead(database, c);
}

import { uuidArray } from '../database/array-literal.ts';
import type { Database } from '../database/database.ts';
import type { Tenant } from '../database/distribution/distribution.ts';
import { namesOf } from '../database/entity-metadata.ts';
import type { QueryRows } from '../database/query-rows.ts';
import type { KindRegistry } from '../kinds/kind-registry.ts';
import type { RecordKind } from '../kinds/record-kind.ts';
import { CommitEntity } from './commit.entity.ts';
import { type CommitPosition, ofAnotherDatabase, RETENTION, type TimedPosition } from './commit-position.ts';
import { ForgottenCommitsEntity } from './forgotten-commits.entity.ts';

/**
 * The order of commits. The recording statement lists the records of each transaction in `commits`, by fact code (the
 * kind of record). Live streams read this list.
 *
 * Ids and times do not give an order in which nothing is missed: a record with a smaller id may be committed after
 * one with a greater id, and a follower that has passed the greater one would never see it. Numbers of transactions
 * have the same trouble, but PostgreSQL says which transactions still run. So a reader takes only commits whose
 * transactions ended before every running one: no later commit can come before them (decision 008).
 *
 * Commits are deleted after an hour. The number of the last deleted commit of each developer is kept in
 * `forgotten_commits`, so that a follower that has not come that far gets an error instead of missing records.
 */
type Commit = { xid: string; fact: number; ids: string[] };

const c = namesOf(CommitEntity);
const f = namesOf(ForgottenCommitsEntity);

/** SQL for the clock of the database, in milliseconds since 1970. */
const CLOCK = '(extract(epoch from now()) * 1000)::bigint';

/** Rows of `commits` that one query reads. A transaction has one for each fact code. */
const PAGE = 20;

/**
 * SQL that lists a transaction in `commits`, as part of the recording statement: one row for each developer.
 * `recorded` is the CTE that returns the inserted records. Their ids are sorted, because the plan of the statement
 * decides in which order rows come, and a position counts the records of a transaction.
 */
export function insertCommit({ facts: [fact] }: RecordKind, recorded: string, tenant: Tenant): string {
  return `insert into ${c} (${c.developerId}, ${c.xid}, ${c.fact}, ${c.ids}, ${c.committedAt})
    select ${tenant.id('r')}, pg_current_xact_id(), ${fact}, r.ids, now()
    from ${tenant.table}, (
      select developer_id, array_agg(id order by id) as ids from ${recorded} group by developer_id) r
    where ${tenant.condition}`;
}

/** The same for records or corrections of one developer whose ids are known, in the transaction that writes them. */
export async function insertCommitOf(
  ask: QueryRows,
  developerId: string,
  fact: number,
  ids: readonly string[],
): Promise<void> {
  await ask(
    'commits_add',
    `insert into ${c} (${c.developerId}, ${c.xid}, ${c.fact}, ${c.ids}, ${c.committedAt})
     values ($1, pg_current_xact_id(), $2, $3, now())`,
    [developerId, fact, uuidArray([...ids].sort())],
  );
}

/**
 * Where a new stream begins. Transactions before `position` have ended; of later ones, `hasEnded` says whether they
 * had ended at that moment.
 */
export type CommitSnapshot = TimedPosition & { hasEnded(xid: string): boolean };

/** The position of a stream that begins now: the oldest transaction of this database that still runs. */
export async function currentSnapshot(database: Database): Promise<CommitSnapshot> {
  const { oldestHere, next, running, at } = await openTransactions(database);
  return {
    position: { xid: String(oldestHere), seen: 0 },
    at,
    hasEnded: (xid) => BigInt(xid) < next && !running.has(xid),
  };
}

/**
 * Last 32 bits of the transaction numbers of writers. Sessions are read before prepared transactions: a transaction
 * that its session prepares between the two reads is then found twice, and in the other order not at all (decision
 * 008).
 */
const writersHere = `select backend_xid from pg_stat_activity where datname = current_database() and backend_xid is not null
  union all select transaction from pg_prepared_xacts where database = current_database()`;

/**
 * The transactions that run now. `next` is one past the greatest number that has ended: every transaction from it on still
 * runs or will come. `running` has those before it, of the whole server. `oldestHere` is the oldest one before it that
 * writes to this database, or `next` if there is none. Only transactions of this database can list commits.
 *
 * One statement reads all of it, and its snapshot comes first: a writer that is not on the list has ended, so the
 * next statement sees its commits.
 */
async function openTransactions(
  database: Database,
): Promise<{ oldestHere: bigint; next: bigint; running: ReadonlySet<string>; at: number }> {
  const [row] = await database.rows(
    'commits_moment',
    `select pg_current_snapshot()::text, array_to_string(array(${writersHere}), ','), ${CLOCK}::text`,
    [],
  );
  const [snapshot, writers, at] = row as [string, string, string];
  // A snapshot is written as its oldest transaction, `next`, and those before `next` that run: `10:20:10,14,15`.
  const [, end = '', running = ''] = snapshot.split(':');
  const next = BigInt(end);
  const writerIds = writers === '' ? [] : writers.split(',').map(BigInt);
  // Sessions show only the last 32 bits of a number, so the age of a writer is counted back from `next`, modulo 2^32.
  // A writer from `next` on has an age of 0 or near 2^32; the latter is left out.
  const ages = writerIds.map((xid) => Number(BigInt.asUintN(32, next - xid))).filter((age) => age < 2 ** 31);
  const oldestHere = next - BigInt(Math.max(0, ...ages));
  return { oldestHere, next, running: new Set(running.split(',')), at: Number(at) };
}

/**
 * `oldest`: all transactions with smaller numbers have ended. `at`: when this was read, in milliseconds of the
 * database's clock.
 */
type Moment = { oldest: bigint; next: bigint; at: number };

/** Waits for the transactions of all databases of the server, which PostgreSQL has in memory. */
async function momentOfServer(database: Database): Promise<Moment> {
  const sql = `select pg_current_snapshot()::text, ${CLOCK}::text`;
  const [row] = await database.rows('commits_oldest', sql, []);
  const [snapshot, at] = row as [string, string];
  const [oldest = '', next = ''] = snapshot.split(':');
  return { oldest: BigInt(oldest), next: BigInt(next), at: Number(at) };
}

/**
 * Waits only for transactions that write to this database, so that a long one elsewhere delays no stream. Costs more,
 * because it reads the list of sessions.
 */
async function momentOfDatabase(database: Database): Promise<Moment> {
  const { oldestHere: oldest, next, at } = await openTransactions(database);
  return { oldest, next, at };
}

export type CommitPage = {
  commits: Commit[];
  /** There are more commits, which can be read at once. */
  hasMore: boolean;
  /** There are more commits, which must wait until an older transaction has ended. */
  isBehind: boolean;
  /**
   * The number of the last forgotten commit, if that is at the position or after it: commits that the reader has not
   * seen may be gone.
   */
  forgotten?: string;
  at: number;
};

/**
 * Reads the next commits whose transactions ended before every running one, so that no later commit can precede them.
 * Throws `Invalid Request` for a position ahead of the database. The moment and the commits are read in two statements,
 * because on Citus the coordinator knows which transactions have ended, and the developer's node has the commits
 * (decision 008).
 */
export async function readCommits(
  database: Database,
  developerId: string,
  { xid }: CommitPosition,
  { kinds, waitsFor }: { kinds: KindRegistry; waitsFor: 'server' | 'database' },
): Promise<CommitPage> {
  const moment = waitsFor === 'server' ? momentOfServer : momentOfDatabase;
  const { oldest, next, at } = await moment(database);
  if (BigInt(xid) > next) throw ofAnotherDatabase();
  const order = `xid, fact = any('{${kinds.generatedFacts}}'), fact`;
  const found = await database.rows(
    'commits_from',
    // One statement, so that a commit is either in `commits` or covered by `forgotten_commits`. The text of the number
    // is called `number`, because `order by xid` would sort by an output column of that name, as text: '10' before '9'.
    `select xid::text as number, fact, ids from (
       (select ${c.xid} as xid, ${c.fact} as fact, array_to_string(${c.ids}, ',') as ids
        from ${c} where ${c.developerId} = $1 and ${c.xid} >= $2::text::xid8 order by ${order} limit ${PAGE})
       union all
       (select ${f.xid}, null, null from ${f} where ${f.developerId} = $1 and ${f.xid} >= $2::text::xid8)
     ) page order by ${order}`,
    [developerId, xid],
  );
  const rows = found.filter(([, fact]) => fact !== null);
  const forgotten = found.find(([, fact]) => fact === null)?.[0];
  const settled = rows.filter(([id]) => BigInt(id as string) < oldest);
  return {
    commits: settled.map(([id, fact, ids]) => ({
      xid: id as string,
      fact: Number(fact),
      ids: (ids as string).split(','),
    })),
    hasMore: settled.length === PAGE,
    isBehind: settled.length < rows.length,
    ...(forgotten != null && { forgotten }),
    at,
  };
}

/**
 * Deletes commits older than `retention` milliseconds. The number of the last one is written first, and the commits
 * are deleted by it. In the other order, a reader between the two statements would miss commits without an error.
 */
export async function forgetCommits(database: Database, retention = RETENTION): Promise<void> {
  const noted = namesOf(ForgottenCommitsEntity, 'noted');
  await database.rows(
    'commits_forget',
    `insert into ${f} as noted (${f.developerId}, ${f.xid})
     select ${c.developerId}, (array_agg(${c.xid} order by ${c.xid} desc))[1] from ${c}
     where ${c.committedAt} < now() - interval '1 millisecond' * ${retention}
     group by ${c.developerId} order by ${c.developerId}
     on conflict (${f.developerId}) do update set ${f.xid} = excluded.${f.xid} where excluded.${f.xid} > ${noted.xid}`,
    [],
  );
  const old = namesOf(CommitEntity, 'old');
  await database.rows(
    'commits_expire',
    `delete from ${old} using ${noted} where ${old.developerId} = ${noted.developerId} and ${old.xid} <= ${noted.xid}`,
    [],
  );
}

/**
 * Deletes the commits that a restored dump has brought along, whose transaction numbers this server has yet to
 * assign. Readers would take them for transactions of this server.
 */
export function forgetCommitsOfOthers(database: Database): Promise<void> {
  return database.distribution.forgetCommitsAhead(database, c, f);
}

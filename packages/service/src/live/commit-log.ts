import type { Database } from '../database/database.ts';
import type { Tenant } from '../database/distribution/distribution.ts';
import { namesOf } from '../database/entity-metadata.ts';
import type { KindRegistry } from '../kinds/kind-registry.ts';
import type { RecordKind } from '../kinds/record-kind.ts';
import { CommitEntity } from './commit.entity.ts';
import { type CommitPosition, ofAnotherDatabase, RETENTION, type TimedPosition } from './commit-position.ts';
import { ForgottenCommitsEntity } from './forgotten-commits.entity.ts';

type Commit = { xid: string; fact: number; ids: string[] };

const c = namesOf(CommitEntity);
const f = namesOf(ForgottenCommitsEntity);

/** In milliseconds. */
const CLOCK = '(extract(epoch from now()) * 1000)::bigint';

const PAGE = 20;

/** `recorded` is a CTE. Ids are sorted, as plans join in any order. */
export function insertCommit({ facts: [fact] }: RecordKind, recorded: string, tenant: Tenant): string {
  return `insert into ${c} (${c.developerId}, ${c.xid}, ${c.fact}, ${c.ids}, ${c.committedAt})
    select ${tenant.id('r')}, pg_current_xact_id(), ${fact}, r.ids, now()
    from ${tenant.table}, (
      select developer_id, array_agg(id order by id) as ids from ${recorded} group by developer_id) r
    where ${tenant.condition}`;
}

/** Transactions before `position` have ended; `hasEnded` answers for later ones. */
export type CommitSnapshot = TimedPosition & { hasEnded(xid: string): boolean };

export async function currentSnapshot(database: Database): Promise<CommitSnapshot> {
  const { oldestHere, next, running, at } = await openTransactions(database);
  return {
    position: { xid: String(oldestHere), seen: 0 },
    at,
    hasEnded: (xid) => BigInt(xid) < next && !running.has(xid),
  };
}

/**
 * Last 32 bits of the transaction numbers of writers. Sessions come first, as one may become a prepared transaction
 * between the two reads (decision 008).
 */
const writersHere = `select backend_xid from pg_stat_activity where datname = current_database() and backend_xid is not null
  union all select transaction from pg_prepared_xacts where database = current_database()`;

/** `running` covers the server, `oldestHere` this database. */
async function openTransactions(
  database: Database,
): Promise<{ oldestHere: bigint; next: bigint; running: ReadonlySet<string>; at: number }> {
  const [row] = await database.rows(
    'commits_moment',
    `select pg_current_snapshot()::text, array_to_string(array(${writersHere}), ','), ${CLOCK}::text`,
    [],
  );
  const [snapshot, writers, at] = row as [string, string, string];
  // The oldest, the next and the running ones: 10:20:10,14,15
  const [, end = '', running = ''] = snapshot.split(':');
  const next = BigInt(end);
  const writerIds = writers === '' ? [] : writers.split(',').map(BigInt);
  // Writers that began after the snapshot have ages near 2^32.
  const ages = writerIds.map((xid) => Number(BigInt.asUintN(32, next - xid))).filter((age) => age < 2 ** 31);
  const oldestHere = next - BigInt(Math.max(0, ...ages));
  return { oldestHere, next, running: new Set(running.split(',')), at: Number(at) };
}

type Moment = { oldest: bigint; next: bigint; at: number };

async function momentOfServer(database: Database): Promise<Moment> {
  const sql = `select pg_current_snapshot()::text, ${CLOCK}::text`;
  const [row] = await database.rows('commits_oldest', sql, []);
  const [snapshot, at] = row as [string, string];
  const [oldest = '', next = ''] = snapshot.split(':');
  return { oldest: BigInt(oldest), next: BigInt(next), at: Number(at) };
}

async function momentOfDatabase(database: Database): Promise<Moment> {
  const { oldestHere: oldest, next, at } = await openTransactions(database);
  return { oldest, next, at };
}

export type CommitPage = {
  commits: Commit[];
  hasMore: boolean;
  /** Others wait for older transactions. */
  isBehind: boolean;
  /** The last forgotten one, unless before the position. */
  forgotten?: string;
  at: number;
};

/** Commits that no later one can precede. Throws `Invalid Request` for a position ahead of the database. Citus needs two statements (decision 008). */
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
    // One snapshot: a commit is either here or forgotten. Citus would sort a column named `xid` as text on workers.
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

/** Marks before it deletes, and deletes by the marks, so that no reader misses a commit without being told. */
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

/** After a restored dump: this server will assign its transaction numbers again. */
export function forgetCommitsOfOthers(database: Database): Promise<void> {
  return database.distribution.forgetCommitsAhead(database, c, f);
}

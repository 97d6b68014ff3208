import { OutturnError } from '../base/errors.ts';
import type { Database } from '../database/database.ts';
import type { Tenant } from '../database/distribution/distribution.ts';
import { namesOf } from '../database/entity-metadata.ts';
import type { KindRegistry } from '../kinds/kind-registry.ts';
import type { RecordKind } from '../kinds/record-kind.ts';
import { CommitEntity } from './commit.entity.ts';
import { type CommitPosition, RETENTION } from './commit-position.ts';

export type Commit = { xid: string; fact: number; ids: string[] };

const c = namesOf(CommitEntity);

const PAGE = 20;

/** `recorded` is a CTE. Plans join its rows in any order, so ids are sorted. */
export function insertCommit({ facts: [fact] }: RecordKind, recorded: string, tenant: Tenant): string {
  return `insert into ${c} (${c.developerId}, ${c.xid}, ${c.fact}, ${c.ids}, ${c.committedAt})
    select ${tenant.id('r')}, pg_current_xact_id(), ${fact}, r.ids, now()
    from ${tenant.table}, (
      select developer_id, array_agg(id order by id) as ids from ${recorded} group by developer_id) r
    where ${tenant.condition}`;
}

/** Transactions before `position` have ended; `hasEnded` answers for later ones. */
export type CommitSnapshot = { position: CommitPosition; hasEnded(xid: string): boolean };

export async function currentSnapshot(database: Database): Promise<CommitSnapshot> {
  const { oldestHere, next, running } = await openTransactions(database);
  return {
    position: { xid: String(oldestHere), seen: 0 },
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
): Promise<{ oldestHere: bigint; next: bigint; running: ReadonlySet<string> }> {
  const [row] = await database.rows(
    'commits_moment',
    `select pg_current_snapshot()::text, array_to_string(array(${writersHere}), ',')`,
    [],
  );
  const [snapshot, writers] = row as [string, string];
  // The oldest, the next and the running ones: 10:20:10,14,15
  const [, end = '', running = ''] = snapshot.split(':');
  const next = BigInt(end);
  const writerIds = writers === '' ? [] : writers.split(',').map(BigInt);
  // Writers that began after the snapshot have ages near 2^32.
  const ages = writerIds.map((xid) => Number(BigInt.asUintN(32, next - xid))).filter((age) => age < 2 ** 31);
  const oldestHere = next - BigInt(Math.max(0, ...ages));
  return { oldestHere, next, running: new Set(running.split(',')) };
}

async function oldestOfServer(database: Database): Promise<bigint> {
  const sql = 'select pg_snapshot_xmin(pg_current_snapshot())::text';
  const [row] = await database.rows('commits_oldest', sql, []);
  return BigInt(row?.[0] as string);
}

/** Throws `Invalid Request` for a position ahead of this database, as after a restore. */
export async function requireReached(database: Database, { xid }: CommitPosition): Promise<void> {
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
 * Commits that no later one can precede. `isBehind`: others wait for older transactions. Citus needs two statements
 * (decision 008).
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
    // Citus passes `order by xid` to workers, where a column of this name would sort as text.
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

export async function forgetCommits(database: Database): Promise<void> {
  const sql = `delete from ${c} where ${c.committedAt} < now() - interval '1 millisecond' * ${RETENTION}`;
  await database.rows('commits_expire', sql, []);
}

/** Deletes commits of a restored dump, whose transaction numbers this server will assign again. */
export function forgetCommitsOfOthers(database: Database): Promise<void> {
  return database.distribution.forgetCommitsAhead(database, c);
}

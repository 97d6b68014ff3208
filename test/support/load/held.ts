import type { Database } from '@outturn/service';
import type { PoolClient } from 'pg';
import { onTestFinished } from 'vitest';
import { waitUntil } from './wait-until.ts';

/** Locks of an open transaction, by which a test stops other statements at a certain point. */
export type Held = {
  /** Resolves when so many statements of this database wait: for it, or behind one that does. */
  waiting(count: number): Promise<void>;
  /** How many statements of this database wait now. */
  countWaiting(): Promise<number>;
  /** Cancels the statements that wait for it, each once. */
  cancelWaiting(): Promise<void>;
  /** Releases the locks. */
  release(): Promise<void>;
};

/** Locks the rollups of one kind (`fact`) of a developer, so that folds and repairs wait. */
export async function holdRollups(database: Database, developerId: string, fact: number): Promise<Held> {
  return hold(database, async (holder) => {
    const sql = 'select 1 from rollups where developer_id = $1 and fact = $2 for update';
    const { rowCount } = await holder.query(sql, [developerId, fact]);
    if (rowCount === 0) throw new Error('there is no rollup to hold: record something and fold it first');
  });
}

/**
 * Blocks the recording statements of one kind (`fact`) of a developer at their last step, by a trigger on the table
 * into which that step inserts. The trigger stays in the database, and does nothing when no test holds its lock.
 */
export async function holdRecording(database: Database, developerId: string, fact: number): Promise<Held> {
  if (database.distribution.name === 'Citus') return holdCommits(database, developerId, fact);
  const key = `hashtext('${developerId}:${fact}')`;
  await database.pool.query(`
    create or replace function wait_for_test() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock_shared(hashtext(new.developer_id || '':'' || new.fact)); return new; end';
    create or replace trigger wait_for_test before insert on rollup_deltas for each row execute function wait_for_test()`);
  return hold(database, async (holder) => {
    await holder.query(`select pg_advisory_xact_lock(${key})`);
  });
}

/** Blocks all recording statements of every developer at their last step. */
export async function holdAllRecording(database: Database): Promise<Held> {
  return hold(database, async (holder) => {
    await holder.query('lock table rollup_deltas in share mode');
  });
}

/** Blocks all questions of every developer that read rollups. */
export async function holdQuestions(database: Database): Promise<Held> {
  return holdTable(database, 'rollups');
}

/** Blocks every statement that reads or writes a table. */
export async function holdTable(database: Database, table: string): Promise<Held> {
  return hold(database, async (holder) => {
    await holder.query(`lock table ${table} in access exclusive mode`);
  });
}

/**
 * For Citus, which has no triggers on distributed tables: inserts commits under the next transaction numbers, so that
 * those of others wait for the same keys, and rolls back.
 */
async function holdCommits(database: Database, developerId: string, fact: number): Promise<Held> {
  return hold(database, async (holder) => {
    const { rows } = await holder.query<{ xid: string }>('select pg_current_xact_id()::text as xid');
    await holder.query(
      `insert into commits select $1, ($2::bigint + i)::text::xid8, $3, '{}', now() from generate_series(1, 20000) i`,
      [developerId, rows[0]?.xid, fact],
    );
  });
}

async function hold(database: Database, lock: (holder: PoolClient) => Promise<void>): Promise<Held> {
  const holder = await database.pool.connect();
  let isHeld = true;
  const release = async () => {
    if (!isHeld) return;
    isHeld = false;
    await holder.query('rollback');
    holder.release();
  };
  onTestFinished(release);
  const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
  await holder.query('begin');
  // Tests find this session by its last statement, which is this one.
  await lock(holder);
  // On Citus they wait on the worker that has the rows.
  const sessions = database.distribution.name === 'Citus' ? 'citus_stat_activity' : 'pg_stat_activity';
  const waiters = `select 1 from ${sessions} where datname = current_database() and wait_event_type = 'Lock'`;
  const canceled: string[] = [];
  // Each wait gets one signal: a second one could arrive after the wait, and hit the next statement of the
  // connection.
  const cancelWaiting = async () => {
    const { rows: signaled } = await database.pool.query<{ statement: string }>(
      `select statement, pg_cancel_backend(pid)
       from (select pid, pid || ' ' || query_start as statement from pg_stat_activity
             where wait_event_type = 'Lock' and $1 = any (pg_blocking_pids(pid)) offset 0) as waiters
       where statement <> all ($2)`,
      [rows[0]?.pid, canceled],
    );
    canceled.push(...signaled.map(({ statement }) => statement));
  };
  const countWaiting = async () => (await database.pool.query(waiters)).rowCount ?? 0;
  return {
    waiting: (count) => waitUntil(`${count} wait`, async () => (await countWaiting()) >= count),
    countWaiting,
    cancelWaiting,
    release,
  };
}

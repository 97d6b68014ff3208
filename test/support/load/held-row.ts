import type { Database } from '@outturn/service';
import { onTestFinished } from 'vitest';
import { waitUntil } from './wait-until.ts';

/** A row that a transaction holds, so that whoever wants to change it waits. */
export type HeldRow = {
  /** Resolves when so many statements of this database wait: for the row, or behind one that does. */
  waiting(count: number): Promise<void>;
  /** Lets them go. */
  release(): Promise<void>;
};

/** Locks the rollups of one kind (`fact`) of a developer: its recording statements stop at their last step. */
export async function holdRollups(database: Database, developerId: string, fact: number): Promise<HeldRow> {
  const holder = await database.pool.connect();
  await holder.query('begin');
  const { rowCount } = await holder.query(
    'select 1 from rollups where developer_id = $1 and fact = $2 for update',
    [developerId, fact],
  );
  let isHeld = true;
  const release = async () => {
    if (!isHeld) return;
    isHeld = false;
    await holder.query('commit');
    holder.release();
  };
  onTestFinished(release);
  if (rowCount === 0) throw new Error('there is no rollup to hold: record something first');

  const waiters = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return {
    waiting: (count) =>
      waitUntil(`${count} wait`, async () => ((await database.pool.query(waiters)).rowCount ?? 0) >= count),
    release,
  };
}

import type { Database } from '@outturn/service';
import { waitUntil } from './wait-until.ts';

/** A row that a transaction holds, so that whoever wants to change it waits. */
export type HeldRow = {
  /** Resolves when so many statements wait for it. */
  waiting(count: number): Promise<void>;
  /** Resolves when a statement waits for one of those that wait for it. */
  waitingBehind(): Promise<void>;
  /** Lets them go. */
  release(): Promise<void>;
};

/** Locks the rollups of one kind (`fact`) of a developer: its recording statements stop at their last step. */
export async function holdRollups(database: Database, developerId: string, fact: number): Promise<HeldRow> {
  const holder = await database.pool.connect();
  await holder.query('begin');
  const { rows } = await holder.query<{ pid: number }>(
    `select pg_backend_pid() as pid from rollups where developer_id = $1 and fact = $2 for update`,
    [developerId, fact],
  );
  const [first] = rows;
  if (!first) throw new Error('there is no rollup to hold: record something first');
  /** Statements that wait for the holder, or for one that waits. */
  const blocked = async (depth: 1 | 2) => {
    const behind = `select pid from pg_stat_activity where pg_blocking_pids(pid) && array`;
    const sql = depth === 1 ? `${behind}[$1::int]` : `${behind}(${behind}[$1::int])`;
    return (await holder.query(sql, [first.pid])).rowCount ?? 0;
  };
  return {
    waiting: (count) => waitUntil(`${count} statements wait`, async () => (await blocked(1)) >= count),
    waitingBehind: () => waitUntil('a statement waits behind another', async () => (await blocked(2)) > 0),
    async release() {
      await holder.query('commit');
      holder.release();
    },
  };
}

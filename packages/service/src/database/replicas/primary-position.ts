import { randomUUID } from 'node:crypto';
import type { QueryRows } from '../rows.ts';

/** A place in the write-ahead log (LSN), of the primary that ran as `server` when it said so. */
export type LogPosition = { lsn: bigint; server: string };

/** What runs now, since when: another after a restart, and after another server has taken over. */
export const SERVER = 'extract(epoch from pg_postmaster_start_time())';

// Whoever commits without waiting for the disk is acknowledged before the log is flushed.
const ASK = `select (case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
  else pg_current_wal_flush_lsn() end) - '0/0'::pg_lsn, ${SERVER}`;

/** How far the primary is: all that was acknowledged before the call lies before it. */
export async function askPosition(rows: QueryRows): Promise<LogPosition> {
  const [row] = await rows('primary_position', ASK, []);
  return { lsn: BigInt(row?.[0] as string), server: row?.[1] as string };
}

/** Mark of a gateway that the primary holds: `mark` is the time on this process's clock, in milliseconds. */
export type Mark = { id: string; mark: number; server: string };

/**
 * Writes marks for a gateway to see on its replicas. That a replica has come as far as the primary is no proof: of two
 * servers that parted when one took over from the other, either may be further.
 */
export class Marks {
  readonly id = randomUUID();
  readonly #rows: QueryRows;

  constructor(rows: QueryRows) {
    this.#rows = rows;
  }

  async write(): Promise<Mark> {
    const mark = Math.floor(performance.now());
    const [row] = await this.#rows(
      'replica_mark',
      `insert into replica_marks (id, mark, written_at) values ($1, $2, now())
       on conflict (id) do update set mark = excluded.mark, written_at = excluded.written_at returning ${SERVER}`,
      [this.id, mark],
    );
    return { id: this.id, mark, server: row?.[0] as string };
  }

  /** Removes those of gateways that ended without a word. */
  async forgetOld(): Promise<void> {
    const sql = `delete from replica_marks where written_at < now() - interval '1 hour'`;
    await this.#rows('replica_marks_expire', sql, []);
  }

  async close(): Promise<void> {
    await this.#rows('replica_mark_end', 'delete from replica_marks where id = $1', [this.id]);
  }
}

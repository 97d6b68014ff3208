import { randomUUID } from 'node:crypto';
import { namesOf } from '../entity-columns.ts';
import type { QueryRows } from '../rows.ts';
import { ReplicaMarkEntity } from './replica-mark.entity.ts';

const marks = namesOf(ReplicaMarkEntity);

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
      `insert into ${marks} (${marks.id}, ${marks.mark}, ${marks.writtenAt}) values ($1, $2, now())
       on conflict (${marks.id}) do update set ${marks.mark} = excluded.${marks.mark}, ${marks.writtenAt} = excluded.${marks.writtenAt}
       returning ${SERVER}`,
      [this.id, mark],
    );
    return { id: this.id, mark, server: row?.[0] as string };
  }

  /** Removes those of gateways that ended without a word. */
  async forgetOld(): Promise<void> {
    const sql = `delete from ${marks} where ${marks.writtenAt} < now() - interval '1 hour'`;
    await this.#rows('replica_marks_expire', sql, []);
  }

  async close(): Promise<void> {
    await this.#rows('replica_mark_end', `delete from ${marks} where ${marks.id} = $1`, [this.id]);
  }
}

import { randomUUID } from 'node:crypto';
import { namesOf } from '../entity-metadata.ts';
import type { QueryRows } from '../query-rows.ts';
import { ReplicaMarkEntity } from './replica-mark.entity.ts';

const marks = namesOf(ReplicaMarkEntity);

/** Position in the write-ahead log of `server`. */
export type LogPosition = { lsn: bigint; server: string };

/** Identifies a run of a server: its start time. */
export const SERVER = 'extract(epoch from pg_postmaster_start_time())';

// With `synchronous_commit` off, commits are acknowledged before they are flushed.
const POSITION_SQL = `select (case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
  else pg_current_wal_flush_lsn() end) - '0/0'::pg_lsn, ${SERVER}`;

/** Every transaction acknowledged so far lies before this position. */
export async function askPosition(rows: QueryRows): Promise<LogPosition> {
  const [row] = await rows('primary_position', POSITION_SQL, []);
  return { lsn: BigInt(row?.[0] as string), server: row?.[1] as string };
}

/** `mark`: milliseconds on this process's clock. */
export type Heartbeat = { id: string; mark: number; server: string };

/** Marks prove which primary a replica follows, as positions cannot (docs/scaling.md). */
export class HeartbeatWriter {
  readonly id = randomUUID();
  readonly #rows: QueryRows;

  constructor(rows: QueryRows) {
    this.#rows = rows;
  }

  async write(): Promise<Heartbeat> {
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

  /** Deletes marks of crashed gateways. */
  async forgetOld(): Promise<void> {
    const sql = `delete from ${marks} where ${marks.writtenAt} < now() - interval '1 hour'`;
    await this.#rows('replica_marks_expire', sql, []);
  }

  async close(): Promise<void> {
    await this.#rows('replica_mark_end', `delete from ${marks} where ${marks.id} = $1`, [this.id]);
  }
}

import { randomUUID } from 'node:crypto';
import { namesOf } from '../entity-metadata.ts';
import type { QueryRows } from '../query-rows.ts';
import { ReplicaMarkEntity } from './replica-mark.entity.ts';

const marks = namesOf(ReplicaMarkEntity);

/** A position in the write-ahead log of one run of a server: how many bytes of log there are up to it. */
export type LogPosition = { lsn: bigint; server: string };

/**
 * SQL that identifies the run of a server by its start. Positions of two runs must not be compared without further
 * proof.
 */
export const SERVER = 'extract(epoch from pg_postmaster_start_time())';

// A commit is acknowledged once it is on disk, so the flushed part of the log has all of them. With
// `synchronous_commit` off it is acknowledged before, so the written part counts.
const POSITION_SQL = `select (case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
  else pg_current_wal_flush_lsn() end) - '0/0'::pg_lsn, ${SERVER}`;

/** The position of the primary. Every transaction that was acknowledged before this query lies before it. */
export async function askPosition(rows: QueryRows): Promise<LogPosition> {
  const [row] = await rows('primary_position', POSITION_SQL, []);
  return { lsn: BigInt(row?.[0] as string), server: row?.[1] as string };
}

/**
 * A mark in the primary. `mark` is the time of `performance.now()` of this process, and `server` the run that has
 * written it.
 */
export type Heartbeat = { id: string; mark: number; server: string };

/**
 * Writes a mark of this gateway into the primary, again and again. A replica that shows the latest mark follows this
 * primary.
 *
 * Its log position alone proves nothing after a failover: a replica that went on with the old primary may be further
 * ahead, in a history that is obsolete (docs/scaling.md).
 */
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

  /** Deletes the marks of gateways that have crashed. */
  async forgetOld(): Promise<void> {
    const sql = `delete from ${marks} where ${marks.writtenAt} < now() - interval '1 hour'`;
    await this.#rows('replica_marks_expire', sql, []);
  }

  async close(): Promise<void> {
    await this.#rows('replica_mark_end', `delete from ${marks} where ${marks.id} = $1`, [this.id]);
  }
}

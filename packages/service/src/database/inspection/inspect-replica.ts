import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { openSession } from '../connection.ts';
import type { Database } from '../database.ts';
import { askPosition } from '../replicas/primary-position.ts';
import type { InspectionTimeouts } from './inspect-server.ts';

export type ReplicaInspection = {
  isStandby: boolean;
  /** Whether it is a copy of this primary. */
  isSameSystem: boolean;
  /** Bytes of the primary's log that it had not replayed after a second. */
  lagBytes: number;
};

/** Milliseconds. */
const CATCH_UP = 1_000;
const POLL_INTERVAL = 50;

const SYSTEM = '(select system_identifier::text from pg_control_system())';

export async function inspectReplica(
  database: Database,
  url: string,
  { connectTimeout: connectionTimeoutMillis, answerTimeout }: InspectionTimeouts,
): Promise<ReplicaInspection> {
  const session = await openSession(url, { connectionTimeoutMillis, answerTimeout });
  try {
    const [own] = await database.rows('system_identifier', `select ${SYSTEM}`, []);
    const { lsn } = await askPosition(database.rows);
    const deadline = performance.now() + CATCH_UP;
    let { standby, replayed, system } = await ask(session);
    const isSameSystem = system === own?.[0];
    while (standby && isSameSystem && replayed < lsn && performance.now() < deadline) {
      await sleep(POLL_INTERVAL);
      ({ replayed } = await ask(session));
    }
    return { isStandby: standby, isSameSystem, lagBytes: Math.max(0, Number(lsn - replayed)) };
  } finally {
    await session.end().catch(() => undefined);
  }
}

async function ask(session: Client): Promise<{ standby: boolean; replayed: bigint; system: string }> {
  const { rows } = await session.query<[boolean, string | null, string]>({
    text: `select pg_is_in_recovery(), pg_last_wal_replay_lsn() - '0/0'::pg_lsn, ${SYSTEM}`,
    rowMode: 'array',
  });
  const [standby, replayed, system] = rows[0] as [boolean, string | null, string];
  return { standby, replayed: BigInt(replayed ?? 0), system };
}

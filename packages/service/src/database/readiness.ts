import { setTimeout as sleep } from 'node:timers/promises';
import { OutturnError } from '../base/errors.ts';
import type { Database } from './database.ts';
import { readOnlyReason } from './inspection/inspect-server.ts';
import { pendingMigrations } from './pending-migrations.ts';

export type Readiness = { isReady: true } | { isReady: false; reason: string };

/** In milliseconds. */
const READY_WITHIN = 2_000;

/** Replicas are optional, and not checked. */
export async function readinessOf(database: Database): Promise<Readiness> {
  const late = `PostgreSQL did not answer within ${READY_WITHIN / 1000} seconds.`;
  const reason = await Promise.race([
    problemOf(database).catch(toReason),
    sleep(READY_WITHIN, late, { ref: false }),
  ]);
  return reason === undefined ? { isReady: true } : { isReady: false, reason };
}

async function problemOf(database: Database): Promise<string | undefined> {
  const { problem } = database.schema;
  if (problem !== undefined) return problem;
  const sql = `select pg_is_in_recovery(), current_setting('transaction_read_only')`;
  const [row] = await database.rows('readiness', sql, []);
  const readOnly = readOnlyReason({ standby: row?.[0] === 't', readOnly: row?.[1] === 'on' });
  if (readOnly !== undefined) return readOnly;
  const pending = await pendingMigrations(database);
  return pending.length === 0 ? undefined : 'Migrations are pending: run "outturn migrate".';
}

/** Public: PostgreSQL's message stays in the log. */
function toReason(error: unknown): string {
  const isBusy = error instanceof OutturnError && error.code === 'Rate Limit Exceeded';
  return isBusy ? 'No connection to PostgreSQL is free.' : 'PostgreSQL does not answer.';
}

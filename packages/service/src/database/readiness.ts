import { setTimeout as sleep } from 'node:timers/promises';
import { OutturnError } from '../base/errors.ts';
import type { Database } from './database.ts';
import { readOnlyReason } from './inspection/inspect-server.ts';
import { migrationState } from './pending-migrations.ts';

export type Readiness = { isReady: true } | { isReady: false; reason: string };

/**
 * Milliseconds after which a database that has not answered counts as unavailable, because load balancers wait only
 * some seconds for a check.
 */
const READY_WITHIN = 2_000;

/**
 * Answers `/readyz`: whether this gateway can record now. It cannot while the database requires a newer version, does
 * not answer, is read-only, refuses to write, or lacks migrations. Replicas are not checked, because the primary answers where they
 * cannot.
 */
export async function readinessOf(database: Database): Promise<Readiness> {
  const late = `PostgreSQL did not answer within ${READY_WITHIN / 1000} seconds.`;
  const reason = await Promise.race([
    problemOf(database).catch(toReason),
    sleep(READY_WITHIN, late, { ref: false }),
  ]);
  return reason === undefined ? { isReady: true } : { isReady: false, reason };
}

async function problemOf(database: Database): Promise<string | undefined> {
  const { schema, writes } = database;
  if (schema.problem !== undefined) return schema.problem;
  if (performance.now() < writes.failingUntil) return 'PostgreSQL refuses to write: its disk may be full.';
  const sql = `select pg_is_in_recovery(), current_setting('transaction_read_only')`;
  const [row] = await database.rows('readiness', sql, []);
  const readOnly = readOnlyReason({ standby: row?.[0] === 't', readOnly: row?.[1] === 'on' });
  if (readOnly !== undefined) return readOnly;
  const { pending } = await migrationState(database);
  return pending.length === 0 ? undefined : 'Migrations are pending: run "outturn migrate".';
}

/** The answer is public, so it has none of the text of an error of PostgreSQL; the log has that. */
function toReason(error: unknown): string {
  const isBusy = error instanceof OutturnError && error.code === 'Rate Limit Exceeded';
  return isBusy ? 'No connection to PostgreSQL is free.' : 'PostgreSQL does not answer.';
}

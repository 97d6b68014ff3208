import { hash } from 'node:crypto';
import type { QueryRows } from '../database/query-rows.ts';

/** Tells these locks from others of PostgreSQL's advisory locks: the first four letters of `span`. */
const SPACE = 0x73_70_61_6e;
/** Locks that a developer can hold at once; PostgreSQL has room for some thousands in all. */
const LOCKS = 64;

/** Traces are locked together with others of the same developer, until the end of the transaction. */
export async function lockTraces(
  ask: QueryRows,
  developerId: string,
  traceIds: readonly string[],
): Promise<void> {
  // In one order, so that no two transactions wait for each other.
  const locks = [...new Set(traceIds.map((traceId) => lockOf(developerId, traceId)))].sort((a, b) => a - b);
  await ask('spans_lock_timeout', "set local lock_timeout = '5s'", []);
  await ask(
    'spans_lock',
    'select pg_advisory_xact_lock($1, t.lock) from (select lock from unnest($2::integer[]) u(lock) order by lock) t',
    [SPACE, locks],
  );
}

function lockOf(developerId: string, traceId: string): number {
  const slot = Number.parseInt(traceId.slice(-8), 16) % LOCKS;
  return Number.parseInt(hash('sha256', `${developerId}:${slot}`, 'hex').slice(0, 7), 16);
}

import { adjustDatabaseTime, databaseTime } from '../base/clock.ts';
import type { Observer } from '../base/observer.ts';
import type { Database } from './database.ts';
import type { QueryRows } from './query-rows.ts';

/** Milliseconds. */
const MEASURE_EVERY = 60_000;
/** Readings per measurement. The first may include the wait for a connection, and then proves little. */
const READINGS = 3;

/**
 * Compares the clock of the database with that of this process, and corrects `databaseTime`. Rejects if the database
 * does not answer.
 */
export async function measureClock(query: QueryRows, { onClock }: Observer = {}): Promise<void> {
  for (let reading = 0; reading < READINGS; reading++) {
    const sentAt = performance.now();
    const [row] = await query('clock', 'select extract(epoch from clock_timestamp()) * 1000', []);
    adjustDatabaseTime({ time: Number(row?.[0]), sentAt, receivedAt: performance.now() });
  }
  onClock?.(databaseTime() - Date.now());
}

/** Measures the clock once a minute. Returns a function that ends it. */
export function followClock(database: Database, observer: Observer): () => void {
  // During an outage the last measurement holds.
  const measure = () => void measureClock(database.quick, observer).catch(() => undefined);
  const timer = setInterval(measure, MEASURE_EVERY).unref();
  return () => clearInterval(timer);
}

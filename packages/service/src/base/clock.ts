/** Unlike `Date.now()`, ignores changes of this machine's clock. */
let origin = performance.timeOrigin;

/** The database's clock as last measured, in milliseconds since 1970. Before that, the clock of this machine. */
export function databaseTime(): number {
  return Math.trunc(origin + performance.now());
}

/** The times of `performance.now()` before and after the database read its clock. */
export type ClockReading = { time: number; sentAt: number; receivedAt: number };

/** Moves {@link databaseTime} only as far as the reading proves it wrong, so a slow answer does no harm. */
export function adjustDatabaseTime({ time, sentAt, receivedAt }: ClockReading): void {
  origin = Math.min(Math.max(origin, time - receivedAt), time - sentAt);
}

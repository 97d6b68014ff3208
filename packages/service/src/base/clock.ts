/**
 * The clock of the database, followed by this process. All times that records, ids and ends of keys are compared by
 * come from one clock, whichever gateway makes them.
 *
 * `origin` is the time of the database at which `performance.now()` of this process was 0. The counter is monotonic:
 * setting the clock of this machine does not change it. Until the first measurement the machine's own clock is taken.
 */
let origin = performance.timeOrigin;

/** The time of the database as last measured, in milliseconds since 1970. */
export function databaseTime(): number {
  return Math.trunc(origin + performance.now());
}

/**
 * `time` is what the database read from its clock. `sentAt` and `receivedAt` are the times of `performance.now()`
 * before and after.
 */
export type ClockReading = { time: number; sentAt: number; receivedAt: number };

/**
 * Corrects {@link databaseTime} by a reading. The database read its clock at an unknown moment between `sentAt` and
 * `receivedAt`, so a reading only says that the origin lies between `time - receivedAt` and `time - sentAt`. The
 * origin moves to the nearer end of this range if it lies outside, and stays if it lies inside. So a slow answer,
 * which proves little, does no harm.
 *
 * For example, sent at 100, received at 140, and the database read 10,120: the origin is between 9,980 and 10,020. If
 * it was 10,000 it stays, and if it was 9,900 it becomes 9,980.
 */
export function adjustDatabaseTime({ time, sentAt, receivedAt }: ClockReading): void {
  origin = Math.min(Math.max(origin, time - receivedAt), time - sentAt);
}

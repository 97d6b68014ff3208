import type { Nanoseconds } from '../telemetry.ts';

const NANOSECONDS_OF_MILLISECOND = 1_000_000n;

export function toMilliseconds(time: Nanoseconds): number {
  return Number(time / NANOSECONDS_OF_MILLISECOND);
}

/** ISO 8601 in UTC, with milliseconds. */
export function toInstant(time: Nanoseconds): string {
  return new Date(toMilliseconds(time)).toISOString();
}

/** In milliseconds; undefined if the end is missing or before the start. */
export function durationOf(start: Nanoseconds, end: Nanoseconds): number | undefined {
  return end < start ? undefined : toMilliseconds(end - start);
}

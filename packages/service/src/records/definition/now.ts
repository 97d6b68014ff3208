import { databaseTime } from '../../base/clock.ts';

/** Default time of a record. */
export function now(): string {
  return new Date(databaseTime()).toISOString();
}

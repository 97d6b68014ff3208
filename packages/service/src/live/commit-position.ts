import { invalidRequest, OutturnError } from '../base/errors.ts';

/** Milliseconds for which commits are kept. */
export const RETENTION = 3_600_000;
/** For which a position certainly has all its commits. */
export const MAX_AGE = RETENTION * 0.9;

/** Transactions before `xid` and its first `seen` records were sent (decision 008). */
export type CommitPosition = { xid: string; seen: number };

/** `at`: when the database was read, in milliseconds of its clock. */
export type TimedPosition = { position: CommitPosition; at: number };

export function encodePosition({ position: { xid, seen }, at }: TimedPosition): string {
  return `${xid}-${seen}-${at.toString(36)}`;
}

/** Throws `Invalid Request` if malformed. */
export function decodePosition(text: string): TimedPosition {
  const [, xid, seen, at] = /^(\d{1,20})-(\d{1,9})-([\da-z]{1,10})$/.exec(text) ?? [];
  if (xid === undefined || seen === undefined || at === undefined) {
    throw invalidRequest([
      { field: 'lastEventId', message: 'is not the id of an event of this subscription' },
    ]);
  }
  return { position: { xid, seen: Number(seen) }, at: Number.parseInt(at, 36) };
}

export function tooOld(): OutturnError {
  return new OutturnError('Invalid Request', {
    message: 'lastEventId is too old to resume from. List the records since then, and subscribe without it.',
  });
}

/** As after a restore. */
export function ofAnotherDatabase(): OutturnError {
  return new OutturnError('Invalid Request', {
    message:
      'lastEventId is not of this database, which may have been restored from a backup. List the records, and subscribe without it.',
  });
}

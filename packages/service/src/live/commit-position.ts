import { invalidRequest, OutturnError } from '../base/errors.ts';

/** Milliseconds for which a commit stays in the list. */
export const RETENTION = 3_600_000;
/**
 * Milliseconds for which a position can certainly be resumed from: a tenth less, as expired commits are deleted from
 * time to time and clocks are read at different moments.
 */
export const MAX_AGE = RETENTION * 0.9;

/**
 * Where a follower is in the order of commits: it was sent the records of all transactions with a number below `xid`,
 * and the first `seen` records of `xid` itself. All gateways agree on the order of transactions, unlike that of ids and
 * clocks (decision 008).
 */
export type CommitPosition = { xid: string; seen: number };

/**
 * `at`: when the database was read, in milliseconds since 1970 of its clock. The clocks of gateways may differ, so
 * the age of a position is that of this reading.
 */
export type TimedPosition = { position: CommitPosition; at: number };

/**
 * The id of an event: number of the transaction, records seen of it, and the time in base 36, such as
 * `742-3-mif8n43f`.
 */
export function encodePosition({ position: { xid, seen }, at }: TimedPosition): string {
  return `${xid}-${seen}-${at.toString(36)}`;
}

/** Throws `Invalid Request` for any other text. */
export function decodePosition(text: string): TimedPosition {
  const [, xid, seen, at] = /^(\d{1,20})-(\d{1,9})-([\da-z]{1,10})$/.exec(text) ?? [];
  if (xid === undefined || seen === undefined || at === undefined) {
    throw invalidRequest([
      { field: 'lastEventId', message: 'is not the id of an event of this subscription' },
    ]);
  }
  return { position: { xid, seen: Number(seen) }, at: Number.parseInt(at, 36) };
}

/** For a position whose next commits may have been forgotten. */
export function tooOld(): OutturnError {
  return new OutturnError('Invalid Request', {
    message: 'lastEventId is too old to resume from. List the records since then, and subscribe without it.',
  });
}

/**
 * For a position ahead of the database, as after a restore of an older backup. Resuming there would silently miss all
 * records up to it.
 */
export function ofAnotherDatabase(): OutturnError {
  return new OutturnError('Invalid Request', {
    message:
      'lastEventId is not of this database, which may have been restored from a backup. List the records, and subscribe without it.',
  });
}

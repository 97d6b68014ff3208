import { invalidRequest, OutturnError } from '../base/errors.ts';

/** Milliseconds for which commits, and so positions, are kept. */
export const RETENTION = 3_600_000;

/** Transactions before `xid` and its first `seen` records were sent (decision 008). */
export type CommitPosition = { xid: string; seen: number };

/** Includes the time, to detect expiry. */
export function encodePosition({ xid, seen }: CommitPosition): string {
  return `${xid}-${seen}-${Date.now().toString(36)}`;
}

/** Throws `Invalid Request` if malformed or expired. */
export function decodePosition(text: string): CommitPosition {
  const [, xid, seen, time] = /^(\d{1,20})-(\d{1,9})-([\da-z]{1,10})$/.exec(text) ?? [];
  if (xid === undefined || seen === undefined || time === undefined) {
    throw invalidRequest([
      { field: 'lastEventId', message: 'is not the id of an event of this subscription' },
    ]);
  }
  if (Date.now() - Number.parseInt(time, 36) > RETENTION * 0.9) {
    throw new OutturnError('Invalid Request', {
      message:
        'lastEventId is too old to resume from. List the records since then, and subscribe without it.',
    });
  }
  return { xid, seen: Number(seen) };
}

import { invalidRequest, OutturnError } from '../base/errors.ts';

/** How long commits are kept, in milliseconds: who was away for longer cannot resume. */
export const RETENTION = 3_600_000;

/**
 * A place in the order of commits: everything of transactions before `xid` has been seen, and the first `seen` records of
 * that one. Transactions, unlike ids and clocks, have one order that all gateways agree on.
 */
export type CommitPosition = { xid: string; seen: number };

/** As callers keep it; it also tells when it was true. */
export function encodePosition({ xid, seen }: CommitPosition): string {
  return `${xid}-${seen}-${Date.now().toString(36)}`;
}

/** Throws `Invalid Request` for what is no position, and for one that is older than what is kept. */
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

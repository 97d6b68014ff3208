import { fromUnits, toUnits } from '../../base/decimal-units.ts';
import { type Change, type Located, refusal, type State } from './judge.ts';
import type { PendingCorrection } from './pending-correction.ts';
import type { PendingRefund } from './pending-refund.ts';
import {
  amountOf,
  checkOriginal,
  checkRefund,
  originalIdOf,
  paidBack,
  type RefundableKind,
  refundState,
  requireRefundable,
  withCopied,
} from './refund-rules.ts';

/**
 * Keeps the refunds of each record within its amount. It judges the items of one transaction, which holds the locks of the
 * records and of what refunds pay back.
 *
 * An item may still lose its idempotency key to another request. So what earlier items of the transaction take from a balance
 * counts, and what they give back does not: no item is accepted that would not fit without them. One that is refused only
 * behind others goes again, in the next transaction, when these are settled.
 */
export class Balances {
  readonly #kind: RefundableKind;
  readonly #locked: ReadonlyMap<string, Located>;
  /** What earlier items take from the balances of originals, in billionths. */
  readonly #taken = new Map<string, bigint>();
  /** Records that earlier items correct. */
  readonly #corrected = new Set<string>();

  constructor(kind: RefundableKind, locked: ReadonlyMap<string, Located>) {
    this.#kind = kind;
    this.#locked = locked;
  }

  /** Returns the refund, or undefined if it goes again. Throws why it is refused. */
  admitRefund(item: PendingRefund, originalId: string): Omit<State, 'createdAt'> | undefined {
    const original = requireRefundable(this.#kind, item, this.#locked.get(originalId));
    const remaining = this.#remaining(original);
    const isBehindOthers = this.#taken.has(originalId);
    const amount = item.amount === undefined ? remaining : toUnits(item.amount);
    if (isBehindOthers && (item.amount === undefined || amount > remaining)) return undefined;
    if (amount > remaining || remaining === 0n)
      throw refusal('amount', `is more than what remains to be refunded, which is ${fromUnits(remaining)}`);
    this.#take(originalId, amount);
    return refundState(this.#kind, item, original, amount);
  }

  /** Returns the correction as it is made, or undefined if it goes again. Throws why it is refused. */
  admit({ changes }: PendingCorrection, change: Change): Change | undefined {
    const state = change.before ?? change.after;
    const originalId = state && originalIdOf(this.#kind, state);
    if (originalId) {
      checkRefund(this.#kind, change, Object.keys(changes));
      return this.#admitOfRefund(change, originalId);
    }
    if (this.#taken.has(change.recordId)) return undefined;
    const refunded = this.#locked.get(change.recordId)?.refunded;
    checkOriginal(this.#kind, change, toUnits(refunded ?? '0'));
    this.#corrected.add(change.recordId);
    return change;
  }

  #admitOfRefund(change: Change, originalId: string): Change | undefined {
    const { before, after } = change;
    const more = paidBack(this.#kind, after) - paidBack(this.#kind, before);
    if (more <= 0n) {
      this.#take(originalId, 0n);
      return change;
    }
    if (this.#corrected.has(originalId)) return undefined;
    const original = this.#locked.get(originalId);
    // It is there, but was restored while it was being locked.
    if (!original) return undefined;
    if (original.isVoided)
      throw refusal('action', 'cannot be "restore", because what it pays back is voided; restore that first');
    const remaining = this.#remaining(original);
    if (more > remaining && this.#taken.has(originalId)) return undefined;
    if (more > remaining)
      throw refusal(
        before ? 'changes.amount' : 'action',
        // An amendment may have brought the amount below zero.
        `would refund more than what remains to be refunded, which is ${fromUnits(remaining < 0n ? 0n : remaining)}`,
      );
    this.#take(originalId, more);
    return before || !after ? change : { ...change, after: withCopied(this.#kind, after, original.row) };
  }

  #remaining({ row, refunded }: Located): bigint {
    return amountOf(this.#kind, row) - toUnits(refunded ?? '0') - (this.#taken.get(row.id) ?? 0n);
  }

  #take(originalId: string, amount: bigint): void {
    this.#taken.set(originalId, (this.#taken.get(originalId) ?? 0n) + amount);
  }
}

/** What corrections and new refunds add to the balance of each original, in billionths. */
export function balanceChanges(
  kind: RefundableKind,
  changes: readonly Pick<Change, 'before' | 'after'>[],
): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { before, after } of changes) {
    const state = before ?? after;
    const originalId = state && originalIdOf(kind, state);
    const more = paidBack(kind, after) - paidBack(kind, before);
    if (originalId && more !== 0n) sums.set(originalId, (sums.get(originalId) ?? 0n) + more);
  }
  return sums;
}

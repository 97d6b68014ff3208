import { toDecimal } from '../load/exact-decimal.ts';
import type { Random } from '../load/random.ts';
import type { Changes, Correcting, Plain, Refunding, Step } from './plain-model.ts';

/** A step, and the item of a batch that asks for it. */
export type Sent = { step: Step; input: Record<string, unknown> };

/** Random revenues, and random corrections and refunds of them, of which many are refused. */
export class StepGenerator {
  readonly #random: Random;
  readonly #prefix: string;
  #serial = 0;

  /** `prefix` begins all keys. */
  constructor(random: Random, prefix: string) {
    this.#random = random;
    this.#prefix = prefix;
  }

  revenue(): { plain: Plain; input: Record<string, unknown> } {
    const key = this.#random.chance(0.5) ? this.#newKey('order') : null;
    const { amount, agentKey, recordedAt } = this.#owned();
    const plain = { amount, agentKey, recordedAt, key, id: '', refundOf: null, isVoided: false, version: 1 };
    return { plain, input: { amount: toDecimal(amount), agentKey, recordedAt, key, sessionKey: 's' } };
  }

  /** Up to three corrections, and sometimes up to three refunds. */
  next(records: readonly Plain[]): Sent[] {
    const random = this.#random;
    const record = () => random.pick(records);
    const some = (make: () => Sent) => Array.from({ length: 1 + random.below(3) }, make);
    const original = records.filter(({ refundOf }) => refundOf === null);
    return [
      ...(random.chance(0.9) ? some(() => this.#correction(record())) : []),
      ...(random.chance(0.3)
        ? some(() => this.#refund(random.pick(random.chance(0.9) ? original : records)))
        : []),
    ];
  }

  #correction({ id, refundOf, isVoided }: Plain): Sent {
    const random = this.#random;
    const fitting = isVoided ? (['restore'] as const) : (['void', 'amend', 'amend'] as const);
    const action = random.pick(random.chance(0.7) ? fitting : (['void', 'restore', 'amend'] as const));
    const owned = this.#owned();
    const positive = owned.amount < 0n ? -owned.amount : owned.amount;
    const changes: Changes =
      refundOf === null || random.chance(0.1)
        ? owned
        : { amount: random.chance(0.95) ? -positive : positive, recordedAt: owned.recordedAt };
    // Other changes than of the amount are possible while there are refunds.
    if (refundOf === null && random.chance(0.5)) delete changes.agentKey;
    if (random.chance(0.3)) delete changes.amount;
    const step: Correcting = { kind: 'correct', id, action, changes: action === 'amend' ? changes : {} };
    const sent = { ...changes, ...(changes.amount !== undefined && { amount: toDecimal(changes.amount) }) };
    return {
      step,
      input: {
        id,
        action,
        reason: 'test',
        idempotencyKey: this.#newKey('request'),
        ...(action === 'amend' && { changes: sent }),
      },
    };
  }

  #refund({ id, key, amount: of }: Plain): Sent {
    const random = this.#random;
    const parts = [1n + (of > 0n ? of : 0n) / BigInt(1 + random.below(5)), of, undefined] as const;
    const part = random.pick(parts);
    const amount = part !== undefined && part <= 0n ? undefined : part;
    const recordedAt = this.#owned().recordedAt;
    const step: Refunding = { kind: 'refund', of: id, amount, recordedAt };
    const named = key !== null && random.chance(0.5) ? { revenueKey: key } : { revenueId: id };
    return {
      step,
      input: {
        ...named,
        recordedAt,
        idempotencyKey: this.#newKey('request'),
        ...(amount !== undefined && { amount: toDecimal(amount) }),
        ...(random.chance(0.3) && { key: this.#newKey('refund') }),
      },
    };
  }

  #owned(): Required<Changes> {
    const random = this.#random;
    const amount =
      BigInt(random.below(10_000)) * 10n ** 7n + (random.chance(0.3) ? BigInt(random.below(1e9)) : 0n);
    return {
      amount: random.chance(0.05) ? -amount : amount,
      agentKey: random.pick(['a', 'b', 'c', null]),
      recordedAt: new Date(Date.UTC(2026, 1 + random.below(2), 28, random.below(400), 30)).toISOString(),
    };
  }

  /** Those of requests are named otherwise than those of records, which answers show. */
  #newKey(of: 'order' | 'refund' | 'request'): string {
    return `${of}-${this.#prefix}-${this.#serial++}`;
  }
}

import { toDecimal, toUnits } from './exact-decimal.ts';
import { amountFields, type Fact, type FactKind, randomAmount, randomTypes } from './facts.ts';
import type { ExpectedItem, Journal } from './journal.ts';
import type { Random } from './random.ts';

/** A record, or a refund, as its corrections leave it. `key` is that under which it was sent. */
type Standing = { key: string; fact: Fact; isVoided: boolean };

/** A record with its refunds. `lastKey` is that of the newest request about it. */
type Family = { original: Standing; refunds: Standing[]; lastKey: string };

/** A new idempotency key, and a text for the record, which shows no key. */
type Named = { key: string; nonce: string };

/**
 * Chooses corrections and refunds that must succeed. For this, requests about one record and its refunds go one after the
 * other: the next is chosen when the answer to the one before is known.
 */
export class CorrectionPlan {
  readonly #random: Random;
  readonly #journal: Journal;
  readonly #families: Record<FactKind, Family[]> = { revenues: [], outcomes: [], goals: [], events: [] };

  constructor(random: Random, journal: Journal) {
    this.#random = random;
    this.#journal = journal;
  }

  /** A record that was sent, and may be corrected once it is acknowledged. */
  add({ key, fact }: ExpectedItem): void {
    this.#families[fact.kind].push({
      original: { key, fact, isVoided: false },
      refunds: [],
      lastKey: key,
    });
  }

  /** The next request of this kind under a key; undefined if none is possible. */
  next(kind: FactKind, verb: 'correct' | 'refund', { key, nonce }: Named): Fact | undefined {
    const families = this.#families[kind];
    for (let attempt = 0; attempt < 30 && families.length > 0; attempt++) {
      const family = this.#random.pick(families);
      if (!this.#journal.acknowledged.has(family.lastKey)) continue;
      const fact = verb === 'refund' ? this.#refund(family, key) : this.#correct(family, nonce);
      if (!fact) continue;
      family.lastKey = key;
      return fact;
    }
    return undefined;
  }

  #refund(family: Family, key: string): Fact | undefined {
    const { original, refunds } = family;
    const remaining = remainingOf(family);
    if (original.isVoided || remaining <= 0n) return undefined;
    const amount = this.#part(remaining);
    const { recordedAt } = original.fact.input;
    refunds.push({ key, fact: { kind: 'revenues', input: { amount: toDecimal(-amount) } }, isVoided: false });
    const input = { id: this.#idOf(original), amount: toDecimal(amount), recordedAt };
    return { kind: 'revenues', verb: 'refund', input };
  }

  #correct(family: Family, nonce: string): Fact | undefined {
    const target = this.#random.pick([family.original, ...family.refunds]);
    const action = target.isVoided ? 'restore' : this.#random.pick(['void', 'amend'] as const);
    const isOfRefund = target !== family.original;
    const isRefunded = family.refunds.some(({ isVoided }) => !isVoided);
    const changes = isOfRefund
      ? this.#changesOfRefund(family, target)
      : this.#changesOf(target.fact.kind, nonce);
    if (isOfRefund && action === 'restore') {
      if (family.original.isVoided || paidBack(target) > remainingOf(family)) return undefined;
    }
    // While there are refunds, a record is not voided, and its amount stays.
    if (!isOfRefund && isRefunded) {
      if (action === 'void') return undefined;
      delete changes.amount;
    }
    target.isVoided = action === 'void';
    if (action === 'amend') target.fact = { ...target.fact, input: { ...target.fact.input, ...changes } };
    const input = {
      id: this.#idOf(target),
      action,
      reason: `reason ${nonce}`,
      ...(action === 'amend' && { changes }),
    };
    return { kind: target.fact.kind, verb: 'correct', input };
  }

  /** Each has a text that is new, so that it always changes something. */
  #changesOf(kind: FactKind, nonce: string): Record<string, unknown> {
    const random = this.#random;
    const amount = amountFields[kind];
    const texts = {
      revenues: { description: `corrected ${nonce}` },
      outcomes: { sessionKey: `corrected ${nonce}` },
      goals: { metadata: { corrected: nonce } },
      events: { name: `corrected ${nonce}` },
    };
    return {
      ...texts[kind],
      ...randomTypes(random, kind),
      ...(amount && random.chance(0.7) && { [amount]: randomAmount(random) }),
    };
  }

  #changesOfRefund(family: Family, refund: Standing): Record<string, unknown> {
    const most = paidBack(refund) + remainingOf(family);
    return { amount: toDecimal(-this.#part(most)), description: `amended to a part of ${most}` };
  }

  /** More than nothing, and at most all. */
  #part(of: bigint): bigint {
    return (of * BigInt(1 + this.#random.below(1_000))) / 1_000n || 1n;
  }

  #idOf({ key }: Standing): string {
    return this.#journal.acknowledged.get(key)?.id ?? '';
  }
}

function remainingOf({ original, refunds }: Family): bigint {
  const active = refunds.filter(({ isVoided }) => !isVoided);
  return active.reduce(
    (rest, refund) => rest - paidBack(refund),
    toUnits(String(original.fact.input.amount)),
  );
}

function paidBack({ fact }: Standing): bigint {
  return -toUnits(String(fact.input.amount));
}

import { CorrectionPlan } from './correction-plan.ts';
import { altered, type Fact, type FactKind, factKinds, randomFact, spoiled } from './facts.ts';
import type { ExpectedItem, Journal } from './journal.ts';
import type { Random } from './random.ts';
import { type Route, routes } from './routes.ts';

/** The content of one request. */
export type Job = { route: Route; items: ExpectedItem[] };

/** Shares of all items: a repeated key, a key reused with other content, an invalid item. */
export const shares = { duplicate: 0.1, conflict: 0.05, invalid: 0.05 };

/**
 * An endless mix of requests over every route. Most items are new records. The others are what exactly-once recording
 * must stand: keys that are repeated, often while the first request with them is under way, keys that are used again
 * with other content, and invalid items. `stop` ends it. With `corrects`, some requests correct or refund acknowledged
 * records.
 */
export class Workload {
  readonly #random: Random;
  readonly #journal: Journal;
  readonly #limit: number;
  readonly #issued: ExpectedItem[] = [];
  readonly #corrections: CorrectionPlan | undefined;
  #count = 0;
  #serial = 0;
  #isStopped = false;

  /** `limit`: the most items that it makes. Default: no limit. */
  constructor(options: { random: Random; journal: Journal; limit?: number; corrects?: boolean }) {
    this.#random = options.random;
    this.#journal = options.journal;
    this.#limit = options.limit ?? Number.POSITIVE_INFINITY;
    if (options.corrects) this.#corrections = new CorrectionPlan(options.random, options.journal);
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** The content of the next request. Undefined once the workload has ended. */
  next(): Job | undefined {
    if (this.#isStopped || this.#count >= this.#limit) return undefined;
    const random = this.#random;
    // Most requests carry a single record.
    const route = random.chance(0.9)
      ? random.pick([routes.restSingle, routes.trpcSingle])
      : random.pick([routes.restBatch, routes.trpcBatch]);
    const kind = random.pick(factKinds);
    const size = 1 + random.below(route.maxItems);
    const verb = this.#verb(kind);
    const items = Array.from({ length: size }, () => this.#item(kind, verb)).filter(
      (item) => item !== undefined,
    );
    this.#count += items.length;
    return items.length > 0 ? { route, items } : this.next();
  }

  #verb(kind: FactKind): Fact['verb'] {
    const random = this.#random;
    if (!this.#corrections || random.chance(0.7)) return undefined;
    return kind === 'revenues' && random.chance(0.5) ? 'refund' : 'correct';
  }

  /** Undefined if no record can be corrected or refunded now. */
  #item(kind: FactKind, verb: Fact['verb']): ExpectedItem | undefined {
    const random = this.#random;
    const nonce = `${this.#serial++}`;
    const key = `key-of-load-${nonce}`;
    const fact = verb ? undefined : randomFact(random, kind, nonce);
    const isOfVerb = (item: ExpectedItem) => item.fact.kind === kind && item.fact.verb === verb;
    const dice = random.next();
    if (dice < shares.invalid) {
      const flawless = fact ?? this.#earlier(isOfVerb)?.fact;
      return flawless && { key, fact: spoiled(random, flawless), expect: 'invalid' };
    }
    const other = dice - shares.invalid;
    const earlier = other < shares.duplicate && this.#earlier(isOfVerb);
    if (earlier) return earlier;
    // Before a key is acknowledged, its other content may arrive first and be recorded. Only afterwards is the
    // refusal certain.
    const isSettled = (item: ExpectedItem) => isOfVerb(item) && this.#journal.acknowledged.has(item.key);
    const settled = other < shares.duplicate + shares.conflict && this.#earlier(isSettled);
    if (settled) return { ...settled, fact: altered(settled.fact), expect: 'conflict' };
    const valid = fact ?? (verb && this.#corrections?.next(kind, verb, { key, nonce }));
    if (!valid) return undefined;
    const item: ExpectedItem = { key, fact: valid, expect: 'record' };
    this.#issued.push(item);
    if (!verb) this.#corrections?.add(item);
    return item;
  }

  /** An item that was sent before: half of the time one of the latest, which are often still in flight. */
  #earlier(fits: (item: ExpectedItem) => boolean): ExpectedItem | undefined {
    const issued = this.#issued;
    const range = this.#random.chance(0.5) ? Math.min(issued.length, 300) : issued.length;
    for (let attempt = 0; attempt < 30 && range > 0; attempt++) {
      const item = issued[issued.length - 1 - this.#random.below(range)];
      if (item && fits(item)) return item;
    }
    return undefined;
  }
}

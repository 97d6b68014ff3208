import { altered, factKinds, randomFact, spoiled } from './facts.ts';
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
 * with other content, and invalid items. `stop` ends it.
 */
export class Workload {
  readonly #random: Random;
  readonly #journal: Journal;
  readonly #limit: number;
  readonly #issued: ExpectedItem[] = [];
  #count = 0;
  #serial = 0;
  #isStopped = false;

  /** `limit`: the most items that it makes. Default: no limit. */
  constructor(options: { random: Random; journal: Journal; limit?: number }) {
    this.#random = options.random;
    this.#journal = options.journal;
    this.#limit = options.limit ?? Number.POSITIVE_INFINITY;
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
    const items = Array.from({ length: size }, () => this.#item(kind));
    this.#count += size;
    return { route, items };
  }

  #item(kind: (typeof factKinds)[number]): ExpectedItem {
    const random = this.#random;
    const nonce = `${this.#serial++}`;
    const key = `key-of-load-${nonce}`;
    const fact = randomFact(random, kind, nonce);
    const dice = random.next();
    if (dice < shares.invalid) return { key, fact: spoiled(random, fact), expect: 'invalid' };
    const other = dice - shares.invalid;
    const earlier = other < shares.duplicate && this.#earlier(kind, () => true);
    if (earlier) return earlier;
    // Before a key is acknowledged, its other content may arrive first and be recorded. Only afterwards is the
    // refusal certain.
    const isSettled = (item: ExpectedItem) => this.#journal.acknowledged.has(item.key);
    const settled = other < shares.duplicate + shares.conflict && this.#earlier(kind, isSettled);
    if (settled) return { ...settled, fact: altered(settled.fact), expect: 'conflict' };
    const item: ExpectedItem = { key, fact, expect: 'record' };
    this.#issued.push(item);
    return item;
  }

  /** An item that was sent before: half of the time one of the latest, which are often still in flight. */
  #earlier(kind: string, fits: (item: ExpectedItem) => boolean): ExpectedItem | undefined {
    const issued = this.#issued;
    const range = this.#random.chance(0.5) ? Math.min(issued.length, 300) : issued.length;
    for (let attempt = 0; attempt < 30 && range > 0; attempt++) {
      const item = issued[issued.length - 1 - this.#random.below(range)];
      if (item?.fact.kind === kind && fits(item)) return item;
    }
    return undefined;
  }
}

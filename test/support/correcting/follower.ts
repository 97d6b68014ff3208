import { type Principal, type Service, subscriptions } from '@outturn/service';
import { expect } from 'vitest';
import { toUnits } from '../load/exact-decimal.ts';
import type { Random } from '../load/random.ts';

type Amount = { amount: string };
type Told =
  | { kind: 'position' }
  | { kind: 'revenues'; record: Amount & { id: string } }
  | {
      kind: 'revenues.corrected';
      correction: { recordId: string; version: number };
      before: Amount | null;
      after: Amount | null;
    };

const unitsOf = ({ amount }: Amount) => toUnits(amount);

/**
 * Keeps the amounts that a stream of records tells, in billionths. It is cut off at random, and resumed on any gateway. It
 * fails when a record comes twice, or a version out of order.
 */
export class Follower {
  readonly amounts = new Map<string, bigint>();
  /** How many records and corrections it was told of. */
  records = 0;
  corrections = 0;
  hasBegun = false;
  readonly #versions = new Map<string, number>();
  #leave = new AbortController();
  #isOver = false;
  #failure: unknown;
  readonly #ended: Promise<void>;

  constructor(services: readonly Service[], principal: Principal, random: Random) {
    this.#ended = this.#follow(services, principal, random);
    this.#ended.catch((error: unknown) => {
      this.#failure = error;
    });
  }

  /** Whether it was told of so many. Throws if it has failed. */
  wasToldOf({ records, corrections }: { records: number; corrections: number }): boolean {
    if (this.#failure !== undefined) throw this.#failure;
    return this.records >= records && this.corrections >= corrections;
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    this.#leave.abort();
    await this.#ended;
  }

  async #follow(services: readonly Service[], principal: Principal, random: Random): Promise<void> {
    let lastEventId: string | undefined;
    while (!this.#isOver) {
      this.#leave = new AbortController();
      const call = { principal, requestId: 'follower', idempotencyKey: () => undefined };
      const events = random
        .pick(services)
        .subscribe(
          subscriptions.records.live,
          { call, signal: this.#leave.signal },
          { kinds: ['revenues'], ...(lastEventId && { lastEventId }) },
        );
      let left = 1 + random.below(20);
      for await (const { id, data } of events) {
        this.hasBegun = true;
        lastEventId = id ?? lastEventId;
        this.#note(data as Told);
        if (--left === 0) break;
      }
      this.#leave.abort();
    }
  }

  #note(told: Told): void {
    const { amounts } = this;
    if (told.kind === 'position') return;
    if (told.kind === 'revenues') {
      const { id } = told.record;
      expect(this.#versions.has(id)).toBe(false);
      this.records++;
      this.#versions.set(id, 1);
      amounts.set(id, unitsOf(told.record));
      return;
    }
    const { recordId, version } = told.correction;
    expect(version).toBe((this.#versions.get(recordId) ?? 0) + 1);
    expect(told.before ? unitsOf(told.before) : undefined).toBe(amounts.get(recordId));
    this.corrections++;
    this.#versions.set(recordId, version);
    if (told.after) amounts.set(recordId, unitsOf(told.after));
    else amounts.delete(recordId);
  }
}

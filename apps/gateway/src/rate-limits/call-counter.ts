import { LRUCache } from 'lru-cache';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';

/** Who is asked for again within so many milliseconds is busy, and prepays. */
const BUSY_WITHIN = 100;
/** This part of what is left is prepaid at a time: what a gateway holds and does not use is lost to others until the window ends. */
const PREPAID_PART = 1 / 256;
/** So many have calls prepaid; others are asked for anew. */
const MOST_PURSES = 10_000;

/** What a call costs, and what it costs when it is refused. */
export type Cost = { points: number; ifRefused: number };

/**
 * `left` is what the caller has after the call: below zero when there was not even enough to pay for a refusal. `wait` is until
 * all is there again, in milliseconds.
 */
export type Count = { isRefused: boolean; left: number; wait: number };

/** What is prepaid until a window ends, and what was left for everyone beside it when it was. */
type Purse = { prepaid: number; left: number; askedAt: number; until: number };

type Call = Cost & { resolve: (count: Count) => void; reject: (error: unknown) => void };

/**
 * Counts calls with a limiter that one or several gateways share, and asks it as rarely as exact limits allow: one question
 * at a time for each key, which all calls share that come meanwhile, and which pays for some calls to come while there are
 * many. Each call is admitted or refused as if it had been counted alone, in its turn.
 */
export class CallCounter {
  readonly #limiter: RateLimiterAbstract;
  readonly #limit: number;
  /** Of each key that is being asked for, the calls that wait for the next question. */
  readonly #waiting = new Map<string, Call[]>();
  readonly #purses = new LRUCache<string, Purse>({ max: MOST_PURSES });

  constructor(limiter: RateLimiterAbstract, limit: number) {
    this.#limiter = limiter;
    this.#limit = limit;
  }

  charge(key: string, { points, ifRefused }: Cost): Promise<Count> | Count {
    const waiting = this.#waiting.get(key);
    const purse = waiting ? undefined : this.#purseOf(key);
    if (purse && purse.prepaid >= points) {
      purse.prepaid -= points;
      return {
        isRefused: false,
        left: purse.left + purse.prepaid,
        wait: purse.until - performance.now(),
      };
    }
    return new Promise((resolve, reject) => {
      const call = { points, ifRefused, resolve, reject };
      if (waiting) waiting.push(call);
      else this.#ask(key, [call]);
    });
  }

  /** Undefined once the window that it is of is over. */
  #purseOf(key: string): Purse | undefined {
    const purse = this.#purses.get(key);
    return purse && performance.now() < purse.until ? purse : undefined;
  }

  #ask(key: string, calls: readonly Call[]): void {
    this.#waiting.set(key, []);
    const askedAt = performance.now();
    const purse = this.#purseOf(key);
    const isBusy = purse !== undefined && askedAt - purse.askedAt < BUSY_WITHIN;
    const extra = isBusy ? Math.floor(purse.left * PREPAID_PART) : 0;
    const paid = calls.reduce((sum, { points }) => sum + points, extra);
    const settle = (counted: RateLimiterRes) =>
      this.#settle(key, calls, { counted, askedAt, paid, extra, purse });
    this.#limiter.consume(key, paid).then(settle, (refusal) => {
      if (refusal instanceof RateLimiterRes) return settle(refusal);
      this.#askNext(key);
      for (const { reject } of calls) reject(refusal);
    });
  }

  #settle(key: string, calls: readonly Call[], { counted, askedAt, paid, extra, purse }: Question): void {
    const usedBefore = counted.consumedPoints - paid;
    const wait = counted.msBeforeNext;
    // Of a window that has ended meanwhile, nothing is left.
    const held = counted.isFirstInDuration ? 0 : (purse?.prepaid ?? 0);
    let left = held + Math.max(0, this.#limit - usedBefore);
    let spent = 0;
    const counts = calls.map(({ points, ifRefused }): Count => {
      const isRefused = points > left;
      const price = isRefused ? ifRefused : points;
      left = Math.max(0, left) - price;
      spent += price;
      return { isRefused, left, wait };
    });
    const prepaid = Math.max(0, Math.min(held + extra, left));
    this.#keep(key, { prepaid, left: left - prepaid, askedAt, until: askedAt + wait });
    const answer = () => {
      for (const [i, { resolve }] of calls.entries()) resolve(counts[i] as Count);
    };
    const refund = held + paid - spent - prepaid;
    // Before the next question, which is to find it. A limiter that is away by now has nothing to give back to.
    const refunded = refund > 0 ? this.#limiter.reward(key, refund).catch(() => undefined) : undefined;
    this.#askNext(key);
    if (refunded) void refunded.then(answer);
    else answer();
  }

  #askNext(key: string): void {
    const waiting = this.#waiting.get(key);
    if (waiting?.length) this.#ask(key, waiting);
    else this.#waiting.delete(key);
  }

  /** Small limits are never prepaid, and need no purse. */
  #keep(key: string, purse: Purse): void {
    if (purse.prepaid > 0 || purse.left * PREPAID_PART >= 1) this.#purses.set(key, purse);
    else this.#purses.delete(key);
  }
}

/** What was asked, and what came of it: `paid` is with what is `extra`, and the purse as it was before. */
type Question = {
  counted: RateLimiterRes;
  askedAt: number;
  paid: number;
  extra: number;
  purse: Purse | undefined;
};

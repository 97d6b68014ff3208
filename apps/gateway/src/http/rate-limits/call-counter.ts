import { LRUCache } from 'lru-cache';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';

/** Who is asked for again within so many milliseconds is busy, and prepays. */
const BUSY_WITHIN = 100;
/** This part of what is left is prepaid at a time: what a gateway holds and does not use is lost to others until the window ends. */
const PREPAID_PART = 1 / 256;
/** What takes longer to be given back might come into the next window, in milliseconds. */
const GIVEN_BACK_WITHIN = 2_000;
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
type Purse = { prepaid: number; left: number; answeredAt: number; until: number };

type Call = Cost & { resolve: (count: Count) => void; reject: (error: unknown) => void };

/**
 * Counts calls with a limiter that gateways share. One query runs at a time for each key; it counts all calls that wait, and
 * prepays later ones of busy keys. Each call is admitted or refused as if it were counted alone.
 */
export class CallCounter {
  readonly #limiter: RateLimiterAbstract;
  readonly #limit: number;
  /** Milliseconds from one window to the next, and more. */
  readonly #window: number;
  /** Of each key that is being asked for, the calls that wait for the next question. */
  readonly #waiting = new Map<string, Call[]>();
  readonly #purses = new LRUCache<string, Purse>({ max: MOST_PURSES });

  /** `duration` is in seconds. */
  constructor(limiter: RateLimiterAbstract, { points, duration }: { points: number; duration: number }) {
    this.#limiter = limiter;
    this.#limit = points;
    this.#window = duration * 1000;
  }

  charge(key: string, { points, ifRefused }: Cost): Promise<Count> | Count {
    const waiting = this.#waiting.get(key);
    const prepaid = waiting ? undefined : this.#payFromPurse(key, points);
    if (prepaid) return prepaid;
    return new Promise((resolve, reject) => {
      const call = { points, ifRefused, resolve, reject };
      if (waiting) waiting.push(call);
      else this.#ask(key, [call]);
    });
  }

  /** Refunds a charge of a limit that is too small to be prepaid; `wait` is the wait that the charge returned. */
  async refund(key: string, points: number, wait: number): Promise<void> {
    // A later refund might reach the next window.
    if (wait > GIVEN_BACK_WITHIN) await this.#limiter.reward(key, points).catch(() => undefined);
  }

  #payFromPurse(key: string, points: number): Count | undefined {
    const purse = this.#purseOf(key);
    if (!purse || purse.prepaid < points) return undefined;
    purse.prepaid -= points;
    return { isRefused: false, left: purse.left + purse.prepaid, wait: purse.until - performance.now() };
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
    const isBusy = purse !== undefined && askedAt - purse.answeredAt < BUSY_WITHIN;
    const extra = isBusy ? Math.max(0, Math.floor(purse.left * PREPAID_PART) - purse.prepaid) : 0;
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
    const usedBefore = Math.max(0, counted.consumedPoints - paid);
    const wait = counted.msBeforeNext;
    const until = askedAt + wait;
    // Of a window that has ended meanwhile, nothing is left. The end of the same one is told a moment earlier or later.
    const held = purse && until < purse.until + this.#window / 2 ? purse.prepaid : 0;
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
    const answeredAt = performance.now();
    this.#keep(key, { prepaid, left: Math.max(0, left - prepaid), answeredAt, until });
    const answer = () => {
      for (const [i, { resolve }] of calls.entries()) resolve(counts[i] as Count);
    };
    const refund = held + paid - spent - prepaid;
    // Before the next question, which is to find it; never so late that it might be given to the next window.
    const isInTime = until - answeredAt > GIVEN_BACK_WITHIN;
    const refunded =
      refund > 0 && isInTime ? this.#limiter.reward(key, refund).catch(() => undefined) : undefined;
    this.#askNext(key);
    if (refunded) void refunded.then(answer);
    else answer();
  }

  #askNext(key: string): void {
    const waiting = this.#waiting.get(key) ?? [];
    // What is prepaid by now is spent first.
    let next = 0;
    for (const { points, resolve } of waiting) {
      const prepaid = this.#payFromPurse(key, points);
      if (!prepaid) break;
      resolve(prepaid);
      next++;
    }
    if (next < waiting.length) this.#ask(key, waiting.slice(next));
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

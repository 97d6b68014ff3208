import { LRUCache } from 'lru-cache';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';

/** A key queried twice within this many milliseconds gets a lease. */
const BUSY_WITHIN = 100;
/** Fraction of the remainder. Other gateways lose unused leased calls until the window ends. */
const LEASED_FRACTION = 1 / 256;
/** Milliseconds before the window ends: a refund sent then could reach the next window. */
const NO_REFUND_WITHIN = 2_000;
const MAX_LEASES = 10_000;

export type Cost = { points: number; ifRefused: number };

/** `left` is negative if the key had no tokens for the refusal either. `wait`: milliseconds until the window ends. */
export type Count = { isRefused: boolean; left: number; wait: number };

/** `left` is the remainder for all gateways at `answeredAt`. */
type TokenLease = { prepaid: number; left: number; answeredAt: number; until: number };

type Call = Cost & { resolve: (count: Count) => void; reject: (error: unknown) => void };

/**
 * Coalesces waiting calls of a key into one query, and leases tokens for later calls of busy keys. Each call is admitted as if
 * it were counted alone. See docs/decisions/011-prepaid-calls.md.
 */
export class CallCounter {
  readonly #limiter: RateLimiterAbstract;
  readonly #limit: number;
  readonly #window: number; // in milliseconds
  /** Calls that wait for the next query, by key. */
  readonly #waiting = new Map<string, Call[]>();
  readonly #leases = new LRUCache<string, TokenLease>({ max: MAX_LEASES });

  constructor(limiter: RateLimiterAbstract, { points, duration }: { points: number; duration: number }) {
    this.#limiter = limiter;
    this.#limit = points;
    this.#window = duration * 1000;
  }

  charge(key: string, { points, ifRefused }: Cost): Promise<Count> | Count {
    const waiting = this.#waiting.get(key);
    const prepaid = waiting ? undefined : this.#payFromLease(key, points);
    if (prepaid) return prepaid;
    return new Promise((resolve, reject) => {
      const call = { points, ifRefused, resolve, reject };
      if (waiting) waiting.push(call);
      else this.#query(key, [call]);
    });
  }

  /** Gives points back while their window lasts. `wait` comes from the charge. */
  async refund(key: string, points: number, wait: number): Promise<void> {
    if (wait > NO_REFUND_WITHIN) await this.#limiter.reward(key, points).catch(() => undefined);
  }

  #payFromLease(key: string, points: number): Count | undefined {
    const lease = this.#leaseOf(key);
    if (!lease || lease.prepaid < points) return undefined;
    lease.prepaid -= points;
    return { isRefused: false, left: lease.left + lease.prepaid, wait: lease.until - performance.now() };
  }

  #leaseOf(key: string): TokenLease | undefined {
    const lease = this.#leases.get(key);
    return lease && performance.now() < lease.until ? lease : undefined;
  }

  #query(key: string, calls: readonly Call[]): void {
    this.#waiting.set(key, []);
    const queriedAt = performance.now();
    const lease = this.#leaseOf(key);
    const isBusy = lease !== undefined && queriedAt - lease.answeredAt < BUSY_WITHIN;
    const extra = isBusy ? Math.max(0, Math.floor(lease.left * LEASED_FRACTION) - lease.prepaid) : 0;
    const paid = calls.reduce((sum, { points }) => sum + points, extra);
    const settle = (counted: RateLimiterRes) =>
      this.#settle(key, calls, { counted, queriedAt, paid, extra, lease });
    this.#limiter.consume(key, paid).then(settle, (refusal) => {
      if (refusal instanceof RateLimiterRes) return settle(refusal);
      this.#queryNext(key);
      for (const { reject } of calls) reject(refusal);
    });
  }

  #settle(
    key: string,
    calls: readonly Call[],
    { counted, queriedAt, paid, extra, lease }: LimiterQuery,
  ): void {
    const usedBefore = Math.max(0, counted.consumedPoints - paid);
    const wait = counted.msBeforeNext;
    const until = queriedAt + wait;
    // A lease of an earlier window is void. Reported ends of the same window vary slightly.
    const held = lease && until < lease.until + this.#window / 2 ? lease.prepaid : 0;
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
    const isInTime = until - answeredAt > NO_REFUND_WITHIN;
    // Sent before the next query, so that it counts there.
    const refunded =
      refund > 0 && isInTime ? this.#limiter.reward(key, refund).catch(() => undefined) : undefined;
    this.#queryNext(key);
    if (refunded) void refunded.then(answer);
    else answer();
  }

  #queryNext(key: string): void {
    const waiting = this.#waiting.get(key) ?? [];
    let next = 0;
    for (const { points, resolve } of waiting) {
      const prepaid = this.#payFromLease(key, points);
      if (!prepaid) break;
      resolve(prepaid);
      next++;
    }
    if (next < waiting.length) this.#query(key, waiting.slice(next));
    else this.#waiting.delete(key);
  }

  #keep(key: string, lease: TokenLease): void {
    if (lease.prepaid > 0 || lease.left * LEASED_FRACTION >= 1) this.#leases.set(key, lease);
    else this.#leases.delete(key);
  }
}

/** `paid` includes `extra`, the tokens to lease. */
type LimiterQuery = {
  counted: RateLimiterRes;
  queriedAt: number;
  paid: number;
  extra: number;
  lease: TokenLease | undefined;
};

import { LRUCache } from 'lru-cache';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';

/**
 * A key whose last query was answered less than this many milliseconds ago is busy, and leases calls with the next
 * one.
 */
const BUSY_WITHIN = 100;
/**
 * Part of what is left of the limit that a busy key leases. Leased calls that a gateway does not use are lost to the
 * others until the window ends, so the part is small.
 */
const LEASED_FRACTION = 1 / 256;
/** Milliseconds before the end of a window in which nothing is given back: it might arrive in the next window. */
const NO_REFUND_WITHIN = 2_000;
const MAX_LEASES = 10_000;

/** The price of a call, and its price if it is refused. */
export type Cost = { points: number; ifRefused: number };

/**
 * The result for one call. `left` is what remains of the limit, negative if not even the refusal could be paid.
 * `wait`: milliseconds until the window ends.
 */
export type Count = { isRefused: boolean; left: number; wait: number };

/**
 * `prepaid`: calls that are counted already and not used yet. `left`: what remained for all gateways when the query
 * was answered, at `answeredAt`. `until`: the end of the window. Both times are of `performance.now()`.
 */
type TokenLease = { prepaid: number; left: number; answeredAt: number; until: number };

type Call = Cost & { resolve: (count: Count) => void; reject: (error: unknown) => void };

/**
 * Counts calls against a limit that several processes share, without a query for each call. Asking Redis for each one
 * cost a quarter of the rate of recording (decision 011).
 *
 * Each key (developer) has one query under way at a time. Calls that arrive meanwhile wait and share the next one.
 * Its answer says how much was used before, and the waiting calls are then admitted or refused one after the other,
 * as if each had been counted alone. A busy key also counts some calls in advance; these pass later without a query.
 *
 * The limit is never exceeded, because every call is counted before it passes. For example, with a limit of 600 of
 * which 88 are used, three waiting calls and a lease of 2: the query counts 5, the answer says 93, so 88 were used
 * before and 512 were left. The three calls pass, and 2 prepaid ones remain for the next calls.
 */
export class CallCounter {
  readonly #limiter: RateLimiterAbstract;
  readonly #limit: number;
  /** In milliseconds. */
  readonly #window: number;
  /** Calls that wait for the next query, by key. */
  readonly #waiting = new Map<string, Call[]>();
  readonly #leases = new LRUCache<string, TokenLease>({ max: MAX_LEASES });

  constructor(limiter: RateLimiterAbstract, { points, duration }: { points: number; duration: number }) {
    this.#limiter = limiter;
    this.#limit = points;
    this.#window = duration * 1000;
  }

  /** Counts a call. Returns the result at once if a lease pays it, and a promise if it needs a query. */
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

  /**
   * Gives points back that were counted and not used. `wait` is that of the charge: after the end of its window there
   * is nothing to give back.
   */
  async refund(key: string, points: number, wait: number): Promise<void> {
    if (wait > NO_REFUND_WITHIN) await this.#limiter.reward(key, points).catch(() => undefined);
  }

  /** The result of a call that the lease can pay. Undefined if there is none, or too little is left of it. */
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

  /** Counts these calls, and a lease if the key is busy, by one query. If it fails, all of them reject. */
  #query(key: string, calls: readonly Call[]): void {
    this.#waiting.set(key, []);
    const queriedAt = performance.now();
    const lease = this.#leaseOf(key);
    const isBusy = lease !== undefined && queriedAt - lease.answeredAt < BUSY_WITHIN;
    const extra = isBusy ? Math.max(0, Math.floor(lease.left * LEASED_FRACTION) - lease.prepaid) : 0;
    const paid = calls.reduce((sum, { points }) => sum + points, extra);
    // A refusal is an answer, too: the limiter rejects with the same type when the limit is exceeded, and has counted
    // the points.
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
    // The rest of the lease counts for this window only if it belongs to it. The ends of one window that
    // different answers report vary slightly, hence the tolerance of half a window.
    const held = lease && until < lease.until + this.#window / 2 ? lease.prepaid : 0;
    // These calls may spend what the lease still holds and what was left of the limit before this query.
    let left = held + Math.max(0, this.#limit - usedBefore);
    let spent = 0;
    const counts = calls.map(({ points, ifRefused }): Count => {
      const isRefused = points > left;
      const price = isRefused ? ifRefused : points;
      left = Math.max(0, left) - price;
      spent += price;
      return { isRefused, left, wait };
    });
    // The rest becomes the new lease: at most what was asked for, and less where the limit is near.
    const prepaid = Math.max(0, Math.min(held + extra, left));
    const answeredAt = performance.now();
    this.#keep(key, { prepaid, left: Math.max(0, left - prepaid), answeredAt, until });
    const answer = () => {
      for (const [i, { resolve }] of calls.entries()) resolve(counts[i] as Count);
    };
    // Counted and neither spent nor leased, as the price of refused calls.
    const refund = held + paid - spent - prepaid;
    const isInTime = until - answeredAt > NO_REFUND_WITHIN;
    // Sent before the next query of this key, which therefore sees it.
    const refunded =
      refund > 0 && isInTime ? this.#limiter.reward(key, refund).catch(() => undefined) : undefined;
    this.#queryNext(key);
    if (refunded) void refunded.then(answer);
    else answer();
  }

  /** Lets waiting calls pass that the new lease can pay, in order, and sends a query for the others. */
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

  /** Keeps a lease only as long as it can be of use. */
  #keep(key: string, lease: TokenLease): void {
    if (lease.prepaid > 0 || lease.left * LEASED_FRACTION >= 1) this.#leases.set(key, lease);
    else this.#leases.delete(key);
  }
}

/** One query and its answer. `paid` is what it has counted, with `extra`, the calls to lease. */
type LimiterQuery = {
  counted: RateLimiterRes;
  queriedAt: number;
  paid: number;
  extra: number;
  lease: TokenLease | undefined;
};

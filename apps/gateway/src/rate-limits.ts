import { OutturnError, type Plan, type PlanLimits, type Principal } from '@outturn/service';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import {
  type RateLimiterAbstract,
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  RLWrapperTimeouts,
} from 'rate-limiter-flexible';
import { OverLimit } from './over-limit.ts';

/** Failed authentications per minute and address. */
const failuresPerMinute = 60;

/** Attempts to sign up, sign in or change a password, per minute and address. */
const signInsPerMinute = 20;

/** What is left of a limit after a call, for its headers. `resetIn` is in seconds. */
export type Allowance = { plan: Plan; limit: number; remaining: number; resetIn: number };

type Refusal = Allowance & { error: OutturnError };

/** What a call costs, or the rest of one that costs `whole`. */
type Charge = { cost: number; whole?: number | undefined; tell: (allowance: Allowance) => void };

export type RateLimits = {
  /**
   * Charges a developer for a call, and tells what is left. Rejects with an error that says when to come back, or that the
   * call costs more than the plan ever allows.
   */
  charge(principal: Principal, charge: Charge): Promise<void>;
  /** The answer to whoever is over the limit already, known without asking: before a body is read. */
  refusalOf(principal: Principal): Refusal | undefined;
  /** Counts a failed authentication; returns the error to answer with. */
  punish(address: string, failure: OutturnError): Promise<OutturnError>;
  /** Counts an attempt to sign in or up; returns the error to answer with when there were too many. */
  admitSignIn(address: string): Promise<OutturnError | undefined>;
  /** Whether several gateways count together at this moment; undefined where they never do. */
  isShared(): boolean | undefined;
  close(): Promise<void>;
};

export type RateLimitOptions = {
  redisUrl: string | undefined;
  /** Told when Redis goes away and when it is back. */
  logger: Logger;
  planLimits: Readonly<PlanLimits>;
  /** Whether this is one of several workers, for which the primary process counts. */
  isWorker: boolean;
  /** Told of every charge. */
  onDecision?: (plan: Plan, isAdmitted: boolean) => void;
};

/** A primary process that takes longer to count is stuck, in milliseconds. */
const COUNTED_WITHIN = 1_000;

/**
 * Limits per plan, in memory for one gateway, whose workers share it, or in Redis for several. While Redis is away each
 * gateway limits by itself, so that a limit is never lifted and nobody is refused for an outage.
 */
export function createRateLimits(options: RateLimitOptions): RateLimits {
  const { redisUrl, logger, planLimits, isWorker, onDecision } = options;
  const redis = redisUrl === undefined ? undefined : connectRedis(redisUrl, logger);
  const limiter = (keyPrefix: string, points: number) => {
    const options = { keyPrefix: `outturn:${keyPrefix}`, points, duration: 60 };
    const local = isWorker ? sharedByWorkers(options) : new RateLimiterMemory(options);
    return redis ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: local }) : local;
  };
  const plans = new Map(Object.entries(planLimits).map(([plan, points]) => [plan, limiter(plan, points)]));
  const failures = limiter('failures', failuresPerMinute);
  const signIns = limiter('sign-ins', signInsPerMinute);
  const limitOf = (plan: Plan) => (plan === 'unlimited' ? 0 : planLimits[plan]);
  const overLimit = new OverLimit();
  return {
    charge(principal, { cost, whole = cost, tell }) {
      const { plan, developerId } = principal;
      const limit = limitOf(plan);
      const canPass = whole <= Math.max(1, limit);
      const limiter = plans.get(plan);
      // What a refusal costs: one, which the rest of a call has paid already.
      const price = whole > cost ? 0 : 1;
      const points = canPass ? cost : price;
      return consume(limiter, developerId, points, ({ remaining, wait, isRefused, consumed }) => {
        const resetIn = Math.ceil(wait / 1000);
        // Of a call that costs more than is left, the price of a refusal: smaller ones may still pass.
        const left = isRefused ? limit - (consumed - points) - price : remaining;
        const allowance = { plan, limit, remaining: Math.max(0, left), resetIn };
        tell(allowance);
        onDecision?.(plan, !isRefused && canPass);
        if (!canPass) throw tooCostly(allowance, whole);
        if (!isRefused) return;
        if (left < 0) {
          overLimit.add(principal, wait);
          throw tooMany(wait);
        }
        return giveBack(limiter, developerId, points - price).then(() => {
          throw tooMuchNow(allowance, whole, wait);
        });
      });
    },
    refusalOf(principal) {
      const wait = overLimit.waitOf(principal);
      if (wait === undefined) return undefined;
      const { plan } = principal;
      onDecision?.(plan, false);
      const resetIn = Math.ceil(wait / 1000);
      return { plan, limit: limitOf(plan), remaining: 0, resetIn, error: tooMany(wait) };
    },
    punish: (address, failure) =>
      consume(failures, address, 1, ({ isRefused, wait }) => (isRefused ? tooMany(wait) : failure)),
    admitSignIn: (address) =>
      consume(signIns, address, 1, ({ isRefused, wait }) => (isRefused ? tooMany(wait) : undefined)),
    isShared: () => redis && redis.status === 'ready',
    async close() {
      redis?.disconnect();
    },
  };
}

type LimiterOptions = { keyPrefix: string; points: number; duration: number };

/** The primary process counts; should it be stuck, each worker does. */
function sharedByWorkers(options: LimiterOptions): RateLimiterAbstract {
  return new RLWrapperTimeouts({
    limiter: new RateLimiterCluster({ ...options, timeoutMs: COUNTED_WITHIN }),
    timeoutMs: COUNTED_WITHIN,
    insuranceLimiter: new RateLimiterMemory(options),
  });
}

/** What a limiter says: how many points are spent and left, and how many milliseconds until there are all of them again. */
type Answer = { remaining: number; wait: number; isRefused: boolean; consumed: number };

/** Settles as `settle` makes of the answer; one promise for what each call does. */
function consume<T>(
  limiter: RateLimiterAbstract | undefined,
  key: string,
  cost: number,
  settle: (answer: Answer) => T | Promise<T>,
): Promise<T> {
  if (!limiter) return Promise.resolve({ remaining: 0, wait: 0, isRefused: false, consumed: 0 }).then(settle);
  return limiter.consume(key, cost).then(
    ({ remainingPoints, msBeforeNext, consumedPoints }) =>
      settle({
        remaining: Math.max(0, remainingPoints),
        wait: msBeforeNext,
        isRefused: false,
        consumed: consumedPoints,
      }),
    (refusal) => {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      const { msBeforeNext, consumedPoints } = refusal;
      return settle({ remaining: 0, wait: msBeforeNext, isRefused: true, consumed: consumedPoints });
    },
  );
}

/** A limiter that is away by now has nothing left to give back to. */
async function giveBack(
  limiter: RateLimiterAbstract | undefined,
  key: string,
  points: number,
): Promise<void> {
  if (points > 0) await limiter?.reward(key, points).catch(() => undefined);
}

function tooMany(wait: number): OutturnError {
  return retryLater(wait, 'Too many requests. Retry');
}

function tooMuchNow({ remaining }: Allowance, cost: number, wait: number): OutturnError {
  const what = `This call costs as much as ${cost} calls, and ${remaining} are left for now.`;
  return retryLater(wait, `${what} Split it into smaller ones, or retry`);
}

function retryLater(wait: number, what: string): OutturnError {
  const seconds = Math.max(1, Math.ceil(wait / 1000));
  return new OutturnError('Rate Limit Exceeded', {
    message: `${what} after ${seconds} second${seconds === 1 ? '' : 's'}.`,
    retryAfter: seconds,
  });
}

function tooCostly({ plan, limit }: Allowance, cost: number): OutturnError {
  return new OutturnError('Invalid Request', {
    message: `This call costs as much as ${cost} calls, and the plan ${plan} allows ${limit} a minute, so it can never pass. Split it into smaller ones.`,
  });
}

function connectRedis(url: string, logger: Logger): Redis {
  const redis = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: 250 });
  let isAway = false;
  // Once for all attempts until it is back. Never the error itself: that of a wrong password holds what was sent.
  const tellAway = (why: string) => {
    if (isAway) return;
    isAway = true;
    logger.warn(`Redis (REDIS_URL) is away: ${why}. Until it is back, each gateway limits by itself.`);
  };
  // Without a listener an outage would end the process; the limiters fall back by themselves.
  redis.on('error', ({ message, code }: NodeJS.ErrnoException) => tellAway(message || String(code)));
  redis.on('close', () => {
    // Where we let go of it ourselves, it has ended by now.
    if (redis.status !== 'end') tellAway('the connection was closed');
  });
  redis.on('ready', () => {
    if (isAway) logger.info('Redis is back. Limits are shared again.');
    isAway = false;
  });
  return redis;
}

import { OutturnError, type Plan, type PlanLimits, type Principal } from '@outturn/service';
import { Redis } from 'ioredis';
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
type Charged = Allowance & { error?: OutturnError };

export type RateLimits = {
  /**
   * Charges a developer for a call, or for the rest of one that costs `whole`. Resolves to what is left, and to an error
   * that says when to come back, or that the call costs more than the plan ever allows.
   */
  charge(principal: Principal, cost: number, whole?: number): Promise<Charged>;
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
  const { redisUrl, planLimits, isWorker, onDecision } = options;
  const redis = redisUrl === undefined ? undefined : connectRedis(redisUrl);
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
    async charge(principal, cost, whole = cost) {
      const { plan, developerId } = principal;
      const limit = limitOf(plan);
      const canPass = whole <= Math.max(1, limit);
      const answer = await consume(plans.get(plan), developerId, canPass ? cost : 1);
      const allowance = {
        plan,
        limit,
        remaining: Math.max(0, answer.remainingPoints),
        resetIn: Math.ceil(answer.msBeforeNext / 1000),
      };
      onDecision?.(plan, !answer.isRefused && canPass);
      if (!canPass) return { ...allowance, error: tooCostly(allowance, whole) };
      if (!answer.isRefused) return allowance;
      overLimit.add(principal, answer.msBeforeNext);
      return { ...allowance, error: tooMany(allowance.resetIn) };
    },
    refusalOf(principal) {
      const wait = overLimit.waitOf(principal);
      if (wait === undefined) return undefined;
      const { plan } = principal;
      onDecision?.(plan, false);
      const resetIn = Math.ceil(wait / 1000);
      return { plan, limit: limitOf(plan), remaining: 0, resetIn, error: tooMany(resetIn) };
    },
    async punish(address, failure) {
      const answer = await consume(failures, address, 1);
      return answer.isRefused ? tooMany(Math.ceil(answer.msBeforeNext / 1000)) : failure;
    },
    async admitSignIn(address) {
      const answer = await consume(signIns, address, 1);
      return answer.isRefused ? tooMany(Math.ceil(answer.msBeforeNext / 1000)) : undefined;
    },
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

type Consumed = { remainingPoints: number; msBeforeNext: number; isRefused: boolean };

async function consume(
  limiter: RateLimiterAbstract | undefined,
  key: string,
  cost: number,
): Promise<Consumed> {
  if (!limiter) return { remainingPoints: 0, msBeforeNext: 0, isRefused: false };
  try {
    const { remainingPoints, msBeforeNext } = await limiter.consume(key, cost);
    return { remainingPoints, msBeforeNext, isRefused: false };
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return { remainingPoints: 0, msBeforeNext: refusal.msBeforeNext, isRefused: true };
  }
}

function tooMany(retryAfter: number): OutturnError {
  const seconds = Math.max(1, retryAfter);
  return new OutturnError('Rate Limit Exceeded', {
    message: `Too many requests. Retry after ${seconds} second${seconds === 1 ? '' : 's'}.`,
    retryAfter: seconds,
  });
}

function tooCostly({ plan, limit }: Allowance, cost: number): OutturnError {
  return new OutturnError('Invalid Request', {
    message: `This call costs as much as ${cost} calls, and the plan ${plan} allows ${limit} a minute, so it can never pass. Split it into smaller ones.`,
  });
}

function connectRedis(url: string): Redis {
  const redis = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: 250 });
  // Without a listener an outage would end the process; the limiters fall back by themselves.
  redis.on('error', () => undefined);
  return redis;
}

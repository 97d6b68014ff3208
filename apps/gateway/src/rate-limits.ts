import { OutturnError, type Plan, type PlanLimits, type Principal } from '@outturn/service';
import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

/** Failed authentications per minute and address. */
const failuresPerMinute = 60;

/** Attempts to sign up, sign in or change a password, per minute and address. */
const signInsPerMinute = 20;

/** What is left of a limit after a call, for its headers. `resetIn` is in seconds. */
export type Allowance = { plan: Plan; limit: number; remaining: number; resetIn: number };

export type RateLimits = {
  /** Charges a developer for a call. Resolves to what is left, or to an error that says when to come back. */
  charge(principal: Principal, cost: number): Promise<Allowance & { error?: OutturnError }>;
  /** Counts a failed authentication; returns the error to answer with. */
  punish(address: string, failure: OutturnError): Promise<OutturnError>;
  /** Counts an attempt to sign in or up; returns the error to answer with when there were too many. */
  admitSignIn(address: string): Promise<OutturnError | undefined>;
  close(): Promise<void>;
};

export type RateLimitOptions = { redisUrl: string | undefined; planLimits: Readonly<PlanLimits> };

/**
 * Limits per plan, in memory for one gateway or in Redis for several. While Redis is away each gateway limits by itself,
 * so that a limit is never lifted and nobody is refused for an outage.
 */
export function createRateLimits({ redisUrl, planLimits }: RateLimitOptions): RateLimits {
  const redis = redisUrl === undefined ? undefined : connectRedis(redisUrl);
  const limiter = (keyPrefix: string, points: number) => {
    const options = { keyPrefix: `outturn:${keyPrefix}`, points, duration: 60 };
    const local = new RateLimiterMemory(options);
    return redis ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: local }) : local;
  };
  const plans = new Map(Object.entries(planLimits).map(([plan, points]) => [plan, limiter(plan, points)]));
  const failures = limiter('failures', failuresPerMinute);
  const signIns = limiter('sign-ins', signInsPerMinute);
  return {
    async charge({ plan, developerId }, cost) {
      const limit = plan === 'unlimited' ? 0 : planLimits[plan];
      const answer = await consume(plans.get(plan), developerId, cost);
      const allowance = {
        plan,
        limit,
        remaining: Math.max(0, answer.remainingPoints),
        resetIn: Math.ceil(answer.msBeforeNext / 1000),
      };
      return answer.isRefused ? { ...allowance, error: tooMany(allowance.resetIn) } : allowance;
    },
    async punish(address, failure) {
      const answer = await consume(failures, address, 1);
      return answer.isRefused ? tooMany(Math.ceil(answer.msBeforeNext / 1000)) : failure;
    },
    async admitSignIn(address) {
      const answer = await consume(signIns, address, 1);
      return answer.isRefused ? tooMany(Math.ceil(answer.msBeforeNext / 1000)) : undefined;
    },
    async close() {
      redis?.disconnect();
    },
  };
}

type Consumed = { remainingPoints: number; msBeforeNext: number; isRefused: boolean };

async function consume(
  limiter: RateLimiterMemory | RateLimiterRedis | undefined,
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

function connectRedis(url: string): Redis {
  const redis = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: 250 });
  // Without a listener an outage would end the process; the limiters fall back by themselves.
  redis.on('error', () => undefined);
  return redis;
}

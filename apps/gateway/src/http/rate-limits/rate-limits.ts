import {
  OutturnError,
  type PasswordAdmission,
  type Plan,
  type PlanLimits,
  type Principal,
} from '@outturn/service';
import type { Logger } from 'pino';
import {
  type RateLimiterAbstract,
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterRedis,
  RLWrapperTimeouts,
} from 'rate-limiter-flexible';
import { CallCounter, type Count } from './call-counter.ts';
import { connectRedis } from './connect-redis.ts';
import { OverLimit } from './over-limit.ts';
import { FAILURES_COUNT_FOR, type PasswordAttempt, SignInDelays } from './sign-in-delays.ts';

/** Failed authentications per minute and address. */
const failuresPerMinute = 60;

/** Attempts to sign up, sign in or change a password, per minute and address. */
const signInsPerMinute = 20;

/** Requests without an API key that cost more than sending a file, per minute and address. */
const keylessPerMinute = 300;

/** Accounts that one address may make within an hour. */
const accountsPerHour = 5;

/** What is left of a limit after a call, for its headers. `resetIn` is in seconds. */
export type Allowance = { plan: Plan; limit: number; remaining: number; resetIn: number };

type Refusal = Allowance & { error: OutturnError };

/** What a call costs, or the rest of one that costs `whole`. */
type Charge = { cost: number; whole?: number | undefined; tell: (allowance: Allowance) => void };

export type RateLimits = {
  /**
   * Charges a developer for a call, and tells what is left: at once where that is known, else when the promise resolves.
   * Throws or rejects with an error that says when to come back, or that the call costs more than the plan ever allows.
   */
  charge(principal: Principal, charge: Charge): Promise<void> | undefined;
  /** The refusal of a caller known to be over its limit, before its body is read. */
  refusalOf(principal: Principal): Refusal | undefined;
  /** Counts a failed authentication; returns the error to answer with. */
  punish(address: string, failure: OutturnError): Promise<OutturnError>;
  /** Counts an attempt to sign in or up; returns the error to answer with when there were too many. */
  admitSignIn(address: string): Promise<OutturnError | undefined>;
  /** Counts a request without an API key that is costly; returns the error to answer with when there were too many. */
  admitKeyless(address: string): Promise<OutturnError | undefined>;
  /** Counts the look-up of a key in the same limit; one of a key that exists does not count: `giveBack`. */
  admitLookUp(address: string): Promise<OutturnError | { giveBack(): Promise<void> }>;
  /**
   * Counts an account that is about to be made; returns the error to answer with when the address has made too many. One
   * that is not made after all does not count: `giveBack`.
   */
  admitAccount(address: string): Promise<OutturnError | { giveBack(): Promise<void> }>;
  /** Delays an attempt to sign in after failures of its account or address, for at most 30 seconds. */
  admitPassword(attempt: PasswordAttempt): Promise<PasswordAdmission>;
  /** Refuses waiting attempts when the gateway stops. */
  endDelays(): void;
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

const oneCall = { points: 1, ifRefused: 1 };

/** A primary process that takes longer to count is stuck, in milliseconds. */
const COUNTED_WITHIN = 1_000;

/**
 * Limits per plan, in memory for one gateway, whose workers share it, or in Redis for several. While Redis is away each
 * gateway limits by itself, so that a limit is never lifted and nobody is refused for an outage.
 */
export function createRateLimits(options: RateLimitOptions): RateLimits {
  const { redisUrl, logger, planLimits, isWorker, onDecision } = options;
  const redis = redisUrl === undefined ? undefined : connectRedis(redisUrl, logger);
  const limiter = (options: LimiterOptions) => {
    const local = isWorker ? sharedByWorkers(options) : new RateLimiterMemory(options);
    return redis ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: local }) : local;
  };
  const counter = (name: string, points: number, duration = 60) => {
    const options = { keyPrefix: `outturn:${name}`, points, duration };
    return new CallCounter(limiter(options), options);
  };
  const attempts = (by: string) =>
    limiter({ keyPrefix: `outturn:attempts-by-${by}`, points: 0, duration: FAILURES_COUNT_FOR });
  const plans = new Map(Object.entries(planLimits).map(([plan, points]) => [plan, counter(plan, points)]));
  const failures = counter('failures', failuresPerMinute);
  const signIns = counter('sign-ins', signInsPerMinute);
  const keyless = counter('keyless', keylessPerMinute);
  const admitBy = async (counter: CallCounter, address: string) => {
    const { isRefused, wait } = await counter.charge(address, oneCall);
    return isRefused ? tooMany(wait) : undefined;
  };
  const accounts = counter('accounts', accountsPerHour, 3_600);
  const delays = new SignInDelays({ accounts: attempts('account'), addresses: attempts('address') });
  const limitOf = (plan: Plan) => (plan === 'unlimited' ? 0 : planLimits[plan]);
  const overLimit = new OverLimit();
  return {
    charge(principal, { cost, whole = cost, tell }) {
      const { plan, developerId } = principal;
      const counter = plans.get(plan);
      if (!counter) return undefined;
      const limit = limitOf(plan);
      const canPass = whole <= Math.max(1, limit);
      // One, which the rest of a call has paid already.
      const ifRefused = whole > cost ? 0 : 1;
      const points = canPass ? cost : ifRefused;
      const decide = ({ isRefused, left, wait }: Count) => {
        // Of a call that costs more than is left, the price of a refusal: smaller ones may still pass.
        const allowance = { plan, limit, remaining: Math.max(0, left), resetIn: Math.ceil(wait / 1000) };
        tell(allowance);
        onDecision?.(plan, !isRefused && canPass);
        if (!canPass) throw tooCostly(allowance, whole);
        if (!isRefused) return;
        if (left >= 0) throw tooMuchNow(allowance, whole, wait);
        overLimit.add(principal, wait);
        throw tooMany(wait);
      };
      const count = counter.charge(developerId, { points, ifRefused });
      // What is prepaid is known at once, and a promise for each call would cost more than counting it.
      if (count instanceof Promise) return count.then(decide);
      decide(count);
      return undefined;
    },
    refusalOf(principal) {
      const wait = overLimit.waitOf(principal);
      if (wait === undefined) return undefined;
      const { plan } = principal;
      onDecision?.(plan, false);
      const resetIn = Math.ceil(wait / 1000);
      return { plan, limit: limitOf(plan), remaining: 0, resetIn, error: tooMany(wait) };
    },
    punish: async (address, failure) => (await admitBy(failures, address)) ?? failure,
    admitSignIn: async (address) => {
      const { isRefused, wait } = await signIns.charge(address, oneCall);
      return isRefused ? retryLater(wait, 'Too many attempts from your network. Try again') : undefined;
    },
    admitKeyless: (address) => admitBy(keyless, address),
    async admitLookUp(address) {
      // A refusal costs nothing: many good keys at once would use up the minute else.
      const { isRefused, wait } = await keyless.charge(address, { points: 1, ifRefused: 0 });
      return isRefused ? tooMany(wait) : { giveBack: () => keyless.refund(address, 1, wait) };
    },
    async admitAccount(address) {
      const { isRefused, wait } = await accounts.charge(address, { points: 1, ifRefused: 0 });
      return isRefused ? tooManyAccounts(wait) : { giveBack: () => accounts.refund(address, 1, wait) };
    },
    admitPassword: (attempt) => delays.admit(attempt),
    endDelays: () => delays.close(),
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

function tooMany(wait: number): OutturnError {
  return retryLater(wait, 'Too many requests. Retry');
}

function tooManyAccounts(wait: number): OutturnError {
  const minutes = Math.max(1, Math.ceil(wait / 60_000));
  return new OutturnError('Rate Limit Exceeded', {
    message: `An address can create at most ${accountsPerHour} accounts an hour. Try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`,
    retryAfter: Math.max(1, Math.ceil(wait / 1000)),
  });
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

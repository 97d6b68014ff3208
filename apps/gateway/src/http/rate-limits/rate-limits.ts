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
import { OverLimit } from './exhausted-windows.ts';
import { FAILURE_WINDOW, type PasswordAttempt, SignInDelays } from './sign-in-delays.ts';

/** Limits per address. */
const failuresPerMinute = 60;

const signInsPerMinute = 20;

const keylessPerMinute = 300;

const accountsPerHour = 5;

/** The remaining limit after a call. `resetIn` is in seconds. */
export type Allowance = { plan: Plan; limit: number; remaining: number; resetIn: number };

type Refusal = Allowance & { error: OutturnError };

/** `cost` is smaller than `whole` for the remainder of a call that has paid already. */
type Charge = { cost: number; whole?: number | undefined; tell: (allowance: Allowance) => void };

export type RateLimits = {
  /** Synchronous if the tokens are leased. Throws if over the limit. */
  charge(principal: Principal, charge: Charge): Promise<void> | undefined;
  /** For callers known to be over the limit, before their body is read. */
  refusalOf(principal: Principal): Refusal | undefined;
  /** Returns the error to respond with. */
  countFailure(address: string, failure: OutturnError): Promise<OutturnError>;
  /** Also for sign-up. Returns an error if over the limit. */
  admitSignIn(address: string): Promise<OutturnError | undefined>;
  /** Counts a costly request without an API key. */
  admitKeyless(address: string): Promise<OutturnError | undefined>;
  /** Call `giveBack` if the key exists. */
  admitLookUp(address: string): Promise<OutturnError | { giveBack(): Promise<void> }>;
  /** Call `giveBack` if the account was not created. */
  admitAccount(address: string): Promise<OutturnError | { giveBack(): Promise<void> }>;
  /** Delays an attempt by at most 30 seconds. */
  admitPassword(attempt: PasswordAttempt): Promise<PasswordAdmission>;
  endDelays(): void;
  /** Undefined without Redis. */
  isShared(): boolean | undefined;
  close(): Promise<void>;
};

export type RateLimitOptions = {
  redisUrl: string | undefined;
  logger: Logger;
  planLimits: Readonly<PlanLimits>;
  /** The primary process counts for workers. */
  isWorker: boolean;
  onDecision?: (plan: Plan, isAdmitted: boolean) => void;
};

const oneCall = { points: 1, ifRefused: 1 };

/** In milliseconds. */
const PRIMARY_TIMEOUT = 1_000;

/** During an outage of Redis each gateway limits alone, so that limits still hold and no call is refused for it. */
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
    limiter({ keyPrefix: `outturn:attempts-by-${by}`, points: 0, duration: FAILURE_WINDOW });
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
      // A refusal costs one, which the first part of the call has paid.
      const ifRefused = whole > cost ? 0 : 1;
      const points = canPass ? cost : ifRefused;
      const decide = ({ isRefused, left, wait }: Count) => {
        // A refused call costs one, so that smaller calls may still pass.
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
      // Leased tokens are counted synchronously, because a promise costs more than the count.
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
    countFailure: async (address, failure) => (await admitBy(failures, address)) ?? failure,
    admitSignIn: async (address) => {
      const { isRefused, wait } = await signIns.charge(address, oneCall);
      return isRefused ? retryLater(wait, 'Too many attempts from your network. Try again') : undefined;
    },
    admitKeyless: (address) => admitBy(keyless, address),
    async admitLookUp(address) {
      // A refusal is free; otherwise many valid keys at once would exhaust the limit.
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

/** Each worker counts alone if the primary process does not respond. */
function sharedByWorkers(options: LimiterOptions): RateLimiterAbstract {
  return new RLWrapperTimeouts({
    limiter: new RateLimiterCluster({ ...options, timeoutMs: PRIMARY_TIMEOUT }),
    timeoutMs: PRIMARY_TIMEOUT,
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

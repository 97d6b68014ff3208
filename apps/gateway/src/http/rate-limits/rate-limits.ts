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

/** Failed authentications of an address in a minute. */
const failuresPerMinute = 60;

/** Attempts of an address to sign in or up in a minute. */
const signInsPerMinute = 20;

/** Costly requests of an address without a known key in a minute. */
const keylessPerMinute = 300;

/** Accounts that an address may create in an hour. */
const accountsPerHour = 5;

/** Events of telemetry for each call that a plan allows. */
const eventsPerCall = 100;

/** The rest of the limit after a call. `resetIn` is in seconds. */
export type Allowance = { plan: Plan; limit: number; remaining: number; resetIn: number };

type Refusal = Allowance & { error: OutturnError };

/** `whole` is what the call costs altogether, if a part of it was charged before; `cost` is then the rest. */
type Charge = { cost: number; whole?: number | undefined; tell: (allowance: Allowance) => void };

/** A limit of every plan, in a minute. */
type PlanLimit = {
  /**
   * Counts a call. Synchronous if it is paid from leased calls. Throws or rejects with `Rate Limit Exceeded`, and
   * with `Invalid Request` for a call that costs more than a whole minute allows.
   */
  charge(principal: Principal, charge: Charge): Promise<void> | undefined;
  /** The refusal of a caller that is known to be over its limit, without counting and before its body is read. */
  refusalOf(principal: Principal): Refusal | undefined;
};

export type RateLimits = {
  calls: PlanLimit;
  /** The limit of telemetry, which uses up no calls of the API. */
  events: PlanLimit;
  /** Counts a failed authentication. Resolves to the error to answer with: `failure`, or that there were too many. */
  countFailure(address: string, failure: OutturnError): Promise<OutturnError>;
  /** Counts an attempt to sign in or up. Resolves to an error if there were too many. */
  admitSignIn(address: string): Promise<OutturnError | undefined>;
  /** Counts a costly request without an API key. */
  admitKeyless(address: string): Promise<OutturnError | undefined>;
  /**
   * Counts the look-up of a key that is not in the cache. Call `giveBack` if the key exists, so that only unknown
   * keys count.
   */
  admitLookUp(address: string): Promise<OutturnError | { giveBack(): Promise<void> }>;
  /** Counts an account. Call `giveBack` if it was not created. */
  admitAccount(address: string): Promise<OutturnError | { giveBack(): Promise<void> }>;
  /** Delays the check of a password by what earlier failures demand, 30 seconds at most. */
  admitPassword(attempt: PasswordAttempt): Promise<PasswordAdmission>;
  /** Ends all waits of `admitPassword`, so that the process can stop. */
  endDelays(): void;
  /** Whether all gateways count together now. Undefined without Redis. */
  isShared(): boolean | undefined;
  close(): Promise<void>;
};

export type RateLimitOptions = {
  redisUrl: string | undefined;
  logger: Logger;
  planLimits: Readonly<PlanLimits>;
  /** Whether this process is a worker, whose limits the primary process counts. */
  isWorker: boolean;
  onDecision?: (plan: Plan, isAdmitted: boolean) => void;
};

const oneCall = { points: 1, ifRefused: 1 };

/** Milliseconds that the primary process may take to answer. */
const PRIMARY_TIMEOUT = 1_000;

/**
 * All limits on callers. They are counted in Redis if it is set, so that several gateways count together; otherwise
 * workers count in their primary process, and a single process in its memory.
 *
 * While Redis does not answer, each gateway counts by itself with the same limits. So an outage of the counter
 * neither refuses calls nor lifts a limit: n gateways together admit up to n times the limit (decision 006).
 */
export function createRateLimits(options: RateLimitOptions): RateLimits {
  const { redisUrl, logger, planLimits, isWorker, onDecision } = options;
  const shared = redisUrl === undefined ? undefined : connectRedis(redisUrl, logger);
  const limiter = (options: LimiterOptions) => {
    const local = isWorker ? sharedByWorkers(options) : new RateLimiterMemory(options);
    if (!shared) return local;
    return new RateLimiterRedis({ ...options, storeClient: shared.redis, insuranceLimiter: local });
  };
  const counter = (name: string, points: number, duration = 60) => {
    const options = { keyPrefix: `outturn:${name}`, points, duration };
    return new CallCounter(limiter(options), options);
  };
  const attempts = (by: string) =>
    limiter({ keyPrefix: `outturn:attempts-by-${by}`, points: 0, duration: FAILURE_WINDOW });
  const failures = counter('failures', failuresPerMinute);
  const signIns = counter('sign-ins', signInsPerMinute);
  const keyless = counter('keyless', keylessPerMinute);
  const admitBy = async (counter: CallCounter, address: string) => {
    const { isRefused, wait } = await counter.charge(address, oneCall);
    return isRefused ? tooMany(wait) : undefined;
  };
  const accounts = counter('accounts', accountsPerHour, 3_600);
  const delays = new SignInDelays({ accounts: attempts('account'), addresses: attempts('address') });
  const planLimit = ({ prefix, times }: { prefix: string; times: number }): PlanLimit => {
    const plans = new Map(
      Object.entries(planLimits).map(([plan, points]) => [plan, counter(prefix + plan, points * times)]),
    );
    const limitOf = (plan: Plan) => (plan === 'unlimited' ? 0 : planLimits[plan] * times);
    const overLimit = new OverLimit();
    return {
      charge(principal, { cost, whole = cost, tell }) {
        const { plan, developerId } = principal;
        const counter = plans.get(plan);
        if (!counter) return undefined;
        const limit = limitOf(plan);
        const canPass = whole <= Math.max(1, limit);
        // A refused call costs one, and not its whole price, so that smaller calls may still pass. If an earlier part
        // of the call was charged, the one is paid already.
        const ifRefused = whole > cost ? 0 : 1;
        const points = canPass ? cost : ifRefused;
        const decide = ({ isRefused, left, wait }: Count) => {
          const allowance = { plan, limit, remaining: Math.max(0, left), resetIn: Math.ceil(wait / 1000) };
          tell(allowance);
          onDecision?.(plan, !isRefused && canPass);
          if (!canPass) throw tooCostly(allowance, whole);
          if (!isRefused) return;
          // Something is left, but less than this call costs.
          if (left >= 0) throw tooMuchNow(allowance, whole, wait);
          overLimit.add(principal, wait);
          throw tooMany(wait);
        };
        // A promise costs more than counting, so a call that is paid from leased ones is decided at once.
        const count = counter.charge(developerId, { points, ifRefused });
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
    };
  };
  return {
    calls: planLimit({ prefix: '', times: 1 }),
    events: planLimit({ prefix: 'events-', times: eventsPerCall }),
    countFailure: async (address, failure) => (await admitBy(failures, address)) ?? failure,
    admitSignIn: async (address) => {
      const { isRefused, wait } = await signIns.charge(address, oneCall);
      return isRefused ? retryLater(wait, 'Too many attempts from your network. Try again') : undefined;
    },
    admitKeyless: (address) => admitBy(keyless, address),
    async admitLookUp(address) {
      // A refusal costs nothing here. Otherwise many valid keys at once would use up the limit by the refusals alone.
      const { isRefused, wait } = await keyless.charge(address, { points: 1, ifRefused: 0 });
      return isRefused ? tooMany(wait) : { giveBack: () => keyless.refund(address, 1, wait) };
    },
    async admitAccount(address) {
      const { isRefused, wait } = await accounts.charge(address, { points: 1, ifRefused: 0 });
      return isRefused ? tooManyAccounts(wait) : { giveBack: () => accounts.refund(address, 1, wait) };
    },
    admitPassword: (attempt) => delays.admit(attempt),
    endDelays: () => delays.close(),
    isShared: () => shared?.isWorking(),
    async close() {
      shared?.close();
    },
  };
}

type LimiterOptions = { keyPrefix: string; points: number; duration: number };

/** Counts in the primary process. A worker counts alone while that does not answer. */
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

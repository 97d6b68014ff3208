import type { OutturnError } from './errors.ts';
import type { Principal } from './principal.ts';

/** The doors to the service. */
export type Surface = 'REST' | 'GraphQL' | 'tRPC';

/** What a surface knows of a call. A failed authentication travels along, so that it is raised in one place. */
export type CallContext = {
  principal: Principal | OutturnError;
  /** From `x-idempotency-key` or `Idempotency-Key`; an error when the header is malformed. */
  idempotencyKey?: string | OutturnError | undefined;
  requestId: string;
  /** Which door it came in by; absent for calls from within. */
  surface?: Surface;
  /** Where the call comes from, as limits count it; absent for calls from within. */
  address?: () => string;
  /** Authenticates the caller anew, for calls that go on for long. */
  renew?: () => Promise<Principal | OutturnError>;
  /** Aborted when the caller goes away before the answer; made when it is first asked for. */
  gone?: () => AbortSignal;
  /**
   * Charges the caller's rate limit, for a call or for the rest of one that costs `whole`: at once, or when the promise
   * resolves. Throws or rejects with `Rate Limit Exceeded`, or with `Invalid Request` what costs more than the limit. Absent
   * where there is no limit.
   */
  admit?: (cost: number, whole?: number) => Promise<void> | undefined;
};

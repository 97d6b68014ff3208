import type { Principal } from './principal.ts';

/** The doors to the service. */
export type Surface = 'REST' | 'GraphQL' | 'tRPC';

/** What a surface knows of a call, whose caller was identified. */
export type CallContext = {
  principal: Principal;
  /**
   * From `x-idempotency-key` or `Idempotency-Key`. Only what writes asks for it; throws `Invalid Request` when the header is
   * malformed.
   */
  idempotencyKey?: () => string | undefined;
  requestId: string;
  /** Which door it came in by; absent for calls from within. */
  surface?: Surface;
  /** Where the call comes from, as limits count it; absent for calls from within. */
  address?: () => string;
  /** Authenticates the caller anew, for calls that go on for long. Rejects with what the caller would be refused for. */
  renew?: () => Promise<Principal>;
  /** Aborted when the caller goes away before the answer; made when it is first asked for. */
  gone?: () => AbortSignal;
  /**
   * Charges the caller's rate limit, for a call or for the rest of one that costs `whole`: at once, or when the promise
   * resolves. Throws or rejects with `Rate Limit Exceeded`, or with `Invalid Request` what costs more than the limit. Absent
   * where there is no limit.
   */
  admit?: (cost: number, whole?: number) => Promise<void> | undefined;
};

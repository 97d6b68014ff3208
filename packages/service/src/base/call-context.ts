import type { AnswerMemory } from './answer-memory.ts';
import type { Principal } from './principal.ts';

export type Surface = 'REST' | 'GraphQL' | 'tRPC' | 'OTLP' | 'MCP';

export type CallContext = {
  principal: Principal;
  /** Throws `Invalid Request` for a malformed header: only writes read it. */
  idempotencyKey?: () => string | undefined;
  requestId: string;
  surface?: Surface;
  address?: () => string;
  /** Authenticates again, during a long call; rejects with the refusal. */
  renew?: () => Promise<Principal>;
  /** Aborts when the caller disconnects. Created on first use. */
  gone?: () => AbortSignal;
  memory?: AnswerMemory;
  /**
   * Charges a call, or the rest of one that costs `whole`. Throws or rejects with `Rate Limit Exceeded`, or with `Invalid
   * Request` for a cost past the limit.
   */
  admit?: (cost: number, whole?: number) => Promise<void> | undefined;
};

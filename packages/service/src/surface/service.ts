import type { z } from 'zod';
import type { CallContext } from '../base/call-context.ts';
import type { OutturnError } from '../base/errors.ts';
import type { Principal } from '../base/principal.ts';
import type { Database, PoolLoad, ReplicaState } from '../database/database.ts';
import type { Readiness } from '../database/readiness.ts';
import type { Operation } from '../operations/define.ts';
import type { Execution } from '../operations/runtime.ts';
import type { LiveEvent, Subscription } from '../operations/subscription.ts';
import type { Accounts } from '../people/accounts/accounts.ts';
import type { AdmitLookUp } from '../people/api-keys/authenticator.ts';

/** Everything that surfaces and the gateway use of the service. */
export type Service = {
  database: Database;
  /** The caller of a remembered key, as nearly all are; without a promise, which would cost most of the time. */
  recall(authorization: string | null | undefined): Principal | undefined;
  /** `admit` bounds look-ups of keys that are not known to exist. */
  authenticate(
    authorization: string | null | undefined,
    call?: { requestId?: string; admit?: AdmitLookUp },
  ): Promise<Principal | OutturnError>;
  execute<Input extends z.ZodType, Output extends z.ZodType>(
    operation: Operation<string, Input, Output>,
    context: CallContext,
    input: unknown,
  ): Promise<Execution<z.output<Output>>>;
  /** Follows a subscription until `signal` aborts, the caller's key is revoked or the service closes. */
  subscribe<Input extends z.ZodType, Output extends z.ZodType>(
    subscription: Subscription<string, Input, Output>,
    context: { call: CallContext; signal: AbortSignal },
    input: unknown,
  ): AsyncGenerator<LiveEvent<z.output<Output>>>;
  /** People's accounts; absent where nobody signs in. */
  accounts: Accounts | undefined;
  /** Whether the database takes writes and has every migration. Strangers may ask, so all who do share one look at a time. */
  readiness(): Promise<Readiness>;
  /** How much there is to do at this moment. */
  load(): ServiceLoad;
  /** Ends every subscription; their callers subscribe anew elsewhere. Before a server waits for its last requests. */
  endSubscriptions(): void;
  /** Finishes what is being written, then closes every connection. */
  close(): Promise<void>;
};

/**
 * Records that wait to be written, by kind, and those that are not folded into the rollups yet; connections, by purpose; how
 * the replicas are; open subscriptions.
 */
export type ServiceLoad = {
  queued: Record<string, number>;
  unfolded: number;
  pools: PoolLoad[];
  replicas: ReplicaState[];
  subscriptions: number;
};

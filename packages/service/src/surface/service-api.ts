import type { z } from 'zod';
import type { CallContext } from '../base/call-context.ts';
import type { OutturnError } from '../base/errors.ts';
import type { Principal } from '../base/principal.ts';
import type { Database, PoolLoad, ReplicaState } from '../database/database.ts';
import type { Readiness } from '../database/readiness.ts';
import type { Intake, Operation } from '../operations/define.ts';
import type { Execution } from '../operations/runtime.ts';
import type { LiveEvent, Subscription } from '../operations/subscription.ts';
import type { Accounts } from '../people/accounts/accounts.ts';
import type { AdmitLookUp } from '../people/api-keys/authenticator.ts';

export type Service = {
  database: Database;
  /** From the cache. A promise would cost more than the look-up. */
  recall(authorization: string | null | undefined): Principal | undefined;
  /** `admit` limits look-ups of unknown keys. */
  authenticate(
    authorization: string | null | undefined,
    call?: { requestId?: string; admit?: AdmitLookUp },
  ): Promise<Principal | OutturnError>;
  execute<Input extends z.ZodType, Output extends z.ZodType>(
    operation: Operation<string, Input, Output> | Intake<string, Input, Output>,
    context: CallContext,
    input: unknown,
  ): Promise<Execution<z.output<Output>>>;
  /** Ends when `signal` aborts, the key is revoked or the service closes. */
  subscribe<Input extends z.ZodType, Output extends z.ZodType>(
    subscription: Subscription<string, Input, Output>,
    context: { call: CallContext; signal: AbortSignal },
    input: unknown,
  ): AsyncGenerator<LiveEvent<z.output<Output>>>;
  /** Absent without sign-in. */
  accounts: Accounts | undefined;
  /** Whether the database takes writes and has every migration. Concurrent checks share one query. */
  readiness(): Promise<Readiness>;
  load(): ServiceLoad;
  /** Ends all subscriptions with an error on which clients subscribe again, elsewhere. */
  endSubscriptions(): void;
  /** Flushes pending writes first. */
  close(): Promise<void>;
};

/** `unfolded` counts records that the rollups lack. */
export type ServiceLoad = {
  queued: Record<string, number>;
  unfolded: number;
  pools: PoolLoad[];
  replicas: ReplicaState[];
  subscriptions: number;
};

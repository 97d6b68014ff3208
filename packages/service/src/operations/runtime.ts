import type { EntityManager } from '@mikro-orm/postgresql';
import type { OutturnError } from '../base/errors.ts';
import type { Observer } from '../base/observer.ts';
import type { PlanLimits, Principal, SessionPrincipal } from '../base/principal.ts';
import type { Database } from '../database/database.ts';
import type { Dimensions } from '../dimensions/dimension-cache.ts';
import type { KindRegistry } from '../kinds/kind-registry.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { RecordReader } from '../ledger/record-reader.ts';
import type { Documents } from './documents.ts';

/** Dependencies of operations. */
export type Runtime = {
  database: Database;
  dimensions: Dimensions;
  records: RecordReader;
  documents: Documents;
  /** Keep signed-in users from leaving their developer while they write to it. */
  holdDeveloper(em: EntityManager, principal: SessionPrincipal): Promise<void>;
  markRecording(database: Database, principal: SessionPrincipal): Promise<void>;
  kinds: KindRegistry;
  /** Calls per minute and developer. */
  planLimits: Readonly<PlanLimits>;
  ledger: Ledger;
  /** Told of every `Server Error` before it is sent; callers never see its cause. */
  onServerError: (error: OutturnError, context: { operation: string; requestId: string }) => void;
  observer: Observer;
};

/** An output as JSON text and as the value behind it. */
export type Output<T> = { readonly text: string; readonly value: T };

/** An answer, and whether it is the remembered answer of an earlier call. */
export type Execution<T> = {
  output: Output<T>;
  replayed: boolean;
  /** Seconds to wait before items of a batch are sent again that failed for a passing reason. */
  retryAfter?: number;
};

/** A call that writes: who, and under which key. */
export type WriteCall = { principal: Principal; idempotencyKey: string | undefined; requestId: string };

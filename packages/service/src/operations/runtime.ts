import type { EntityManager } from '@mikro-orm/postgresql';
import type { OutturnError } from '../base/errors.ts';
import type { KeyedSemaphore } from '../base/keyed-semaphore.ts';
import type { Observer } from '../base/observer.ts';
import type { PlanLimits, Principal, SessionPrincipal } from '../base/principal.ts';
import type { Scope } from '../base/scopes.ts';
import type { Counted } from '../base/telemetry-counts.ts';
import type { Database } from '../database/database.ts';
import type { DimensionCache } from '../dimensions/dimension-cache.ts';
import type { KindRegistry } from '../kinds/kind-registry.ts';
import type { Corrector } from '../ledger/correcting/corrector.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Repricer } from '../ledger/repricing/repricer.ts';
import type { PriceBook } from '../price-book/price-book.ts';
import type { RecordReader } from '../reading/record-reader.ts';
import type { Documents } from './stored-documents.ts';

export type Runtime = {
  database: Database;
  dimensions: DimensionCache;
  recordReader: RecordReader;
  documents: Documents;
  /** Locks the user and session of the caller, so that neither changes during a write. */
  lockCaller(em: EntityManager, principal: SessionPrincipal): Promise<void>;
  touchRecordingAt(database: Database, principal: SessionPrincipal): Promise<void>;
  kinds: KindRegistry;
  prices: PriceBook;
  scopes: readonly Scope[];
  /** By developer. */
  questions: KeyedSemaphore;
  /** Calls per minute and developer. */
  planLimits: Readonly<PlanLimits>;
  ledger: Ledger;
  corrector: Corrector;
  repricer: Repricer;
  /** Counts what becomes of telemetry. */
  sources: { add(developerId: string, counted: Counted): void };
  /** Receives causes, which callers never see. */
  onServerError: (error: OutturnError, context: { operation: string; requestId: string }) => void;
  observer: Observer;
};

export type Output<T> = { readonly text: string; readonly value: T };

/** `replayed`: the stored answer of an earlier call. */
export type Execution<T> = {
  output: Output<T>;
  replayed: boolean;
  /** Seconds before a retry of failed items. */
  retryAfter?: number;
};

export type WriteCall = {
  principal: Principal;
  idempotencyKey: string | undefined;
  /** In place of an idempotency key; see `prepareRecord`. */
  origin?: string;
  /** Whether the input is what its schema gives. */
  isChecked?: boolean;
  requestId: string;
};

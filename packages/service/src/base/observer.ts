import type { CallContext } from './call-context.ts';
import type { ErrorCode } from './errors.ts';
import type { SecurityEvent, SecurityEventName } from './security-event.ts';

/** How a call ended: `OK`, or the code of its error. */
export type CallCode = 'OK' | ErrorCode;

/**
 * What is told of the work of the service, to measure, log and trace it. All of it is called where every microsecond
 * counts, with bare values rather than objects, and must not throw. Times are in milliseconds.
 */
export type Observer = {
  /** A call of an operation has ended. */
  onCall?(operation: string, call: CallContext, time: number, code: CallCode, isReplayed: boolean): void;
  /** A statement has ended. Names are few; they may carry the hash of their shape behind an underscore. */
  onStatement?(name: string, time: number, isFailed: boolean): void;
  /** The ledger sends so many records of a kind in one statement. */
  onBatch?(kind: string, records: number): void;
  /** The ledger tries a batch again: after a conflict, or after a failure of unknown effect. */
  onRetry?(kind: string, failure: string): void;
  /** A question was answered by a server: a replica, or the primary and why, where there are replicas. */
  onRead?(server: string, fallback?: string): void;
  /** A replica is in use from now on, or not for some reason. */
  onReplica?(replica: string, problem: string | undefined): void;
  /** Something happened that matters to security, or was refused. */
  onSecurityEvent?(event: SecurityEvent): void;
  /** A command reported a security event, which it has logged itself. */
  onCommandEvent?(event: SecurityEventName): void;
  /** Absent unless somebody wants traces. */
  tracing?: Tracing | undefined;
};

/** A step on the way from a request to the database. */
export type TraceStep = {
  name: string;
  attributes?: Readonly<Record<string, string | number>>;
  /** What the step is done for, by {@link Tracing.current}, where it is not part of what is under way here. */
  links?: readonly unknown[];
};

export type Tracing = {
  /** What is under way here, for a later step to link to. */
  current(): unknown;
  /** Does some work as a step of what is under way here. */
  step<T>(step: TraceStep, work: () => Promise<T>): Promise<T>;
};

/** Work as a step of a trace, where there are traces. */
export function traced<T>({ tracing }: Observer, step: TraceStep, work: () => Promise<T>): Promise<T> {
  return tracing ? tracing.step(step, work) : work();
}

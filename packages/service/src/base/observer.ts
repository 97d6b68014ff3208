import type { CallContext } from './call-context.ts';
import type { ErrorCode } from './errors.ts';
import type { SecurityEvent } from './security-event.ts';

export type CallCode = 'OK' | ErrorCode;

/** Hot paths call these: they must not throw. Times are in milliseconds. */
export type Observer = {
  onCall?(operation: string, call: CallContext, time: number, code: CallCode, isReplayed: boolean): void;
  /** Names are few; an underscore may precede the hash of a shape. */
  onStatement?(name: string, time: number, isFailed: boolean): void;
  onBatch?(kind: string, records: number): void;
  onRetry?(kind: string, failure: string): void;
  /** `fallback` is why no replica answered. */
  onRead?(server: string, fallback?: string): void;
  onReplica?(replica: string, problem: string | undefined): void;
  /** After each measurement: the database's clock less this machine's. */
  onClock?(offset: number): void;
  onSecurityEvent?(event: SecurityEvent): void;
  /** An event of a command. Every gateway that listens gets it. */
  onCommandEvent?(event: SecurityEvent): void;
  tracing?: Tracing | undefined;
};

export type TraceStep = {
  name: string;
  attributes?: Readonly<Record<string, string | number>>;
  /** The {@link Tracing.current} of other calls that this step serves. */
  links?: readonly unknown[];
};

export type Tracing = {
  current(): unknown;
  step<T>(step: TraceStep, work: () => Promise<T>): Promise<T>;
};

export function traced<T>({ tracing }: Observer, step: TraceStep, work: () => Promise<T>): Promise<T> {
  return tracing ? tracing.step(step, work) : work();
}

import type { Hooks } from './hooks.ts';

export interface CallOptions extends Hooks {
  /** Aborts the call and its retries; it then rejects with the reason of the signal. */
  signal?: AbortSignal | undefined;
  /** Milliseconds per attempt. Default: the client's. */
  timeout?: number | undefined;
  /** Retries after transient errors. Default: the client's. */
  retries?: number | undefined;
}

export interface WriteOptions extends CallOptions {
  /** 1 to 255 visible ASCII characters. Default: a new key per call, which its retries keep. */
  idempotencyKey?: string | undefined;
}

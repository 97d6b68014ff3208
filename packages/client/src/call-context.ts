import type { Retry } from './retry.ts';

/** Options of a call: `client.revenues.record.mutate(input, { signal, context: { idempotencyKey: 'order-1' } })`. */
export type CallContext = {
  /** For mutations: 1 to 255 visible ASCII characters. Default: a new key per call. */
  idempotencyKey?: string | undefined;
  /** Milliseconds per attempt. Default: the client's. */
  timeout?: number | undefined;
  /** Retries after transient errors. Default: the client's. */
  retries?: number | undefined;
  /** Called before each retry of a query or mutation. Default: the client's. */
  onRetry?: ((retry: Retry) => void) | undefined;
};

/** Throws TypeError for wrong types, because tRPC does not type the context. */
export function readContext(context: Record<string, unknown>): CallContext {
  const { idempotencyKey, timeout, retries, onRetry } = context;
  if (idempotencyKey !== undefined && typeof idempotencyKey !== 'string') fail('idempotencyKey', 'text');
  if (timeout !== undefined && typeof timeout !== 'number') fail('timeout', 'a number');
  if (retries !== undefined && typeof retries !== 'number') fail('retries', 'a number');
  if (onRetry !== undefined && typeof onRetry !== 'function') fail('onRetry', 'a function');
  return context as CallContext;
}

function fail(name: string, type: string): never {
  throw new TypeError(`${name} in the context of a call must be ${type}`);
}

/** Options of a call: `client.revenues.record.mutate(input, { signal, context: { idempotencyKey: 'order-1' } })`. */
export type CallContext = {
  /** For mutations: 1 to 255 visible ASCII characters. Default: a new key per call. */
  idempotencyKey?: string | undefined;
  /** Milliseconds per attempt. Default: the client's. */
  timeout?: number | undefined;
  /** Retries after transient errors. Default: the client's. */
  retries?: number | undefined;
};

/** Throws TypeError for wrong types, because tRPC does not type the context. */
export function readContext(context: Record<string, unknown>): CallContext {
  const { idempotencyKey, timeout, retries } = context;
  if (idempotencyKey !== undefined && typeof idempotencyKey !== 'string') fail('idempotencyKey', 'text');
  if (timeout !== undefined && typeof timeout !== 'number') fail('timeout', 'a number');
  if (retries !== undefined && typeof retries !== 'number') fail('retries', 'a number');
  return context as CallContext;
}

function fail(name: string, type: string): never {
  throw new TypeError(`${name} in the context of a call must be ${type}`);
}

/**
 * What a call takes besides its input and a signal, as tRPC has it:
 * `client.revenues.record.mutate(input, { signal, context: { idempotencyKey: 'order-1' } })`.
 */
export type CallContext = {
  /** Of a mutation: 1 to 255 visible ASCII characters. Without one, every call has a key of its own. */
  idempotencyKey?: string | undefined;
  /** Milliseconds per attempt, instead of the client's. */
  timeout?: number | undefined;
  /** How often a call that failed for a passing reason is tried again, instead of the client's. */
  retries?: number | undefined;
};

/** The context of a call, which tRPC leaves open. Throws TypeError for what cannot be meant. */
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

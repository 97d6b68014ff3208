import { newIdempotencyKey } from '@outturn/retry';
import type { TRPCLink } from '@trpc/client';
import type { AppRouter } from '../app-router.ts';
import { readContext } from '../call-context.ts';

/** One idempotency key for all attempts makes retries safe. */
export const keyLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    const { idempotencyKey = newIdempotencyKey() } = readContext(op.context);
    if (op.type !== 'mutation') return next(op);
    // An invalid key is an error of the caller, not of the connection.
    new Headers(keyHeader(idempotencyKey));
    return next({ ...op, context: { ...op.context, idempotencyKey } });
  };

export function keyHeader(idempotencyKey: string): Record<string, string> {
  return { 'x-idempotency-key': idempotencyKey };
}

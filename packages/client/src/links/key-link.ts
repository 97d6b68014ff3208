import { newIdempotencyKey } from '@outturn/transport';
import type { TRPCLink } from '@trpc/client';
import type { AppRouter } from '../app-router.ts';
import { readContext } from '../call-context.ts';

/**
 * Gives each mutation an idempotency key. The link stands before `retryLink`, so all attempts of a call have the same
 * key and only the first one writes.
 */
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

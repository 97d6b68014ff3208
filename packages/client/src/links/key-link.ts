import { newIdempotencyKey } from '@outturn/retry';
import type { AppRouter } from '@outturn/trpc';
import type { TRPCLink } from '@trpc/client';
import { readContext } from '../call-context.ts';

/** Gives every mutation one idempotency key, whatever its number of attempts: it is what makes them safe. */
export const keyLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    const { idempotencyKey = newIdempotencyKey() } = readContext(op.context);
    if (op.type !== 'mutation') return next(op);
    // A key that cannot be sent is a mistake of the caller's, not of the connection.
    new Headers(keyHeader(idempotencyKey));
    return next({ ...op, context: { ...op.context, idempotencyKey } });
  };

export function keyHeader(idempotencyKey: string): Record<string, string> {
  return { 'x-idempotency-key': idempotencyKey };
}

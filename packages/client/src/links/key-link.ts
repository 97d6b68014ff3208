import { newIdempotencyKey } from '@outturn/retry';
import type { AppRouter } from '@outturn/trpc';
import type { TRPCLink } from '@trpc/client';
import { readContext } from '../call-context.ts';

/** Gives every mutation one idempotency key for all its attempts, which makes retries safe. */
export const keyLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    const { idempotencyKey = newIdempotencyKey() } = readContext(op.context);
    if (op.type !== 'mutation') return next(op);
    // Throws here, because an invalid key is an error of the caller and not of the connection.
    new Headers(keyHeader(idempotencyKey));
    return next({ ...op, context: { ...op.context, idempotencyKey } });
  };

export function keyHeader(idempotencyKey: string): Record<string, string> {
  return { 'x-idempotency-key': idempotencyKey };
}

import { OutturnError } from '../base/errors.ts';

const visibleAscii = /^[\x21-\x7e]{1,255}$/;

/**
 * The idempotency key of a request from its two spellings. An error, not an exception: only operations that write care.
 * Source: the spec, "Idempotency"; both present must agree.
 */
export function readIdempotencyHeaders(
  short: string | null | undefined,
  long: string | null | undefined,
): string | OutturnError | undefined {
  if (short != null && long != null && short !== long) {
    return new OutturnError('Invalid Request', {
      message: 'x-idempotency-key and Idempotency-Key are both present and differ. Send one of them.',
    });
  }
  const key = short ?? long ?? undefined;
  return key === undefined ? undefined : parseIdempotencyKey(key);
}

/** 1 to 255 visible ASCII characters. */
export function parseIdempotencyKey(key: unknown): string | OutturnError {
  if (typeof key === 'string' && visibleAscii.test(key)) return key;
  return new OutturnError('Invalid Request', {
    message: 'An idempotency key has 1 to 255 visible ASCII characters.',
  });
}

import { OutturnError } from '../base/errors.ts';

const visibleAscii = /^[\x21-\x7e]{1,255}$/;

/** Both spellings must agree. Throws `Invalid Request`. Source: the spec, "Idempotency". */
export function readIdempotencyHeaders(
  short: string | null | undefined,
  long: string | null | undefined,
): string | undefined {
  const [shorter, longer] = [unquoted(short), unquoted(long)];
  if (shorter !== undefined && longer !== undefined && shorter !== longer) {
    throw new OutturnError('Invalid Request', {
      message: 'x-idempotency-key and Idempotency-Key are both present and differ. Send one of them.',
    });
  }
  const key = shorter ?? longer;
  return key === undefined ? undefined : parseIdempotencyKey(key);
}

/** The IETF draft "The Idempotency-Key HTTP Header Field" sends a key as a string of RFC 8941, which is quoted. */
function unquoted(header: string | null | undefined): string | undefined {
  const [, inside] = /^"((?:[^"\\]|\\["\\])+)"$/.exec(header ?? '') ?? [];
  return inside?.replaceAll(/\\(.)/g, '$1') ?? header ?? undefined;
}

/** Throws `Invalid Request`. */
export function parseIdempotencyKey(key: unknown): string {
  if (isIdempotencyKey(key)) return key;
  throw new OutturnError('Invalid Request', {
    message: 'An idempotency key has 1 to 255 visible ASCII characters.',
  });
}

export function isIdempotencyKey(key: unknown): key is string {
  return typeof key === 'string' && visibleAscii.test(key);
}

import { z } from 'zod';

const UNSTORABLE = 'must not contain NUL or unpaired surrogates';

/** PostgreSQL stores no NUL and no lone surrogates. Lengths are in characters. */
export function text(maxLength: number, minLength = 0) {
  return boundedString(maxLength, minLength).refine(isStorableText, { error: UNSTORABLE });
}

function boundedString(maxLength: number, minLength: number) {
  return z
    .string()
    .min(minLength, { error: `must have at least ${minLength} character${minLength === 1 ? '' : 's'}` })
    .max(maxLength, { error: `must have at most ${maxLength} characters` });
}

/** Responses are not validated; the length documents the maximum. */
export function textOut(maxLength = 255) {
  return z.string().max(maxLength);
}

/** Text of the request, repeated in the response. */
export const EchoOut = textOut(20_000).regex(/^[\s\S]*$/);

export function isStorableText(value: string): boolean {
  return value.isWellFormed() && !value.includes('\0');
}

export const Key = boundedString(255, 1)
  // One check, as every record has several keys.
  .refine((key) => isStorableText(key) && canBeNamed(key), {
    error: ({ input }) =>
      canBeNamed(String(input)) ? UNSTORABLE : 'must not be "." or "..", which no path can name',
  })
  .meta({
    description: 'A key of your own, 1 to 255 characters, unique per account and never changed.',
  });

/** HTTP clients resolve these path segments, even percent-encoded. */
function canBeNamed(key: string): boolean {
  return key !== '.' && key !== '..';
}

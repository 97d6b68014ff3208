import { z } from 'zod';

const UNSTORABLE = 'must not contain NUL or unpaired surrogates';

/** Text that PostgreSQL keeps as it is: no NUL, no lone surrogates; length in characters. */
export function text(maxLength: number, minLength = 0) {
  return sized(maxLength, minLength).refine(isStorableText, { error: UNSTORABLE });
}

function sized(maxLength: number, minLength: number) {
  return z
    .string()
    .min(minLength, { error: `must have at least ${minLength} character${minLength === 1 ? '' : 's'}` })
    .max(maxLength, { error: `must have at most ${maxLength} characters` });
}

/** Text as it is shown: answers are not validated, and the length tells clients what to expect. */
export function textOut(maxLength = 255) {
  return z.string().max(maxLength);
}

/** Text that repeats what was sent, which may be anything. */
export const EchoOut = textOut(20_000).regex(/^[\s\S]*$/);

export function isStorableText(value: string): boolean {
  return value.isWellFormed() && !value.includes('\0');
}

/** A key that a client chooses for an agent, customer, goal type, session, tool or record. */
export const Key = sized(255, 1)
  // One check for both, as every record has several keys.
  .refine((key) => isStorableText(key) && canBeNamed(key), {
    error: ({ input }) =>
      canBeNamed(String(input)) ? UNSTORABLE : 'must not be "." or "..", which no path can name',
  })
  .meta({
    description: 'A key of your own, 1 to 255 characters, unique per account and never changed.',
  });

/** Whatever sends a URL takes these two for steps of its path, percent-encoded or not. */
function canBeNamed(key: string): boolean {
  return key !== '.' && key !== '..';
}

import { z } from 'zod';
import { hint } from './error-message.ts';
import { text } from './text.ts';

export const pageSizes = { usual: 100, largest: 1000 };

const limitRange = hint(`must be a whole number from 1 to ${pageSizes.largest}`);
const offsetRange = hint('must be a whole number from 0 to 999999999999999');

export const pageFields = {
  limit: z
    .int(limitRange)
    .min(1, limitRange)
    .max(pageSizes.largest, limitRange)
    .default(pageSizes.usual)
    .meta({ description: 'How many records to return.' }),
  offset: z
    .int(offsetRange)
    .min(0, offsetRange)
    .max(999_999_999_999_999, offsetRange)
    .default(0)
    .meta({ description: 'How many records to skip. Use `cursor` for deep paging.' }),
  cursor: z
    .string()
    .max(1000, { error: 'must have at most 1000 characters' })
    .optional()
    .meta({ description: 'Continues behind an earlier page: the `cursor` of its `Link` header.' }),
};

/** A filter of lists whose items have keys or names; see `containsText`. */
export const search = text(255, 1)
  .optional()
  .meta({ description: 'Only those whose key or name has this text in it, in capitals or small letters.' });

/** REST sends `items` alone, and the cursor in a `Link` header. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}

import { z } from 'zod';
import { hint } from './hint.ts';

const limitRange = hint('must be a whole number from 1 to 1000');
const offsetRange = hint('must be a whole number from 0 to 999999999999999');

/** The paging fields that every list takes. */
export const pageFields = {
  limit: z
    .int(limitRange)
    .min(1, limitRange)
    .max(1000, limitRange)
    .default(100)
    .meta({ description: 'How many records to return.' }),
  offset: z
    .int(offsetRange)
    .min(0, offsetRange)
    .max(999_999_999_999_999, offsetRange)
    .default(0)
    .meta({ description: 'How many records to skip. Use `cursor` for deep paging.' }),
  cursor: z
    .string()
    .max(1000)
    .optional()
    .meta({ description: 'Continues behind an earlier page: the `cursor` of its `Link` header.' }),
};

/** The output of a list operation. REST sends `items` bare and the cursor as a `Link` header. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}

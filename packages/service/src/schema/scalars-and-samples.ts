import { z } from 'zod';

export type Scalar =
  | 'Count'
  | 'DateTime'
  | 'DayOrInstant'
  | 'Decimal'
  | 'Float'
  | 'ID'
  | 'JSONObject'
  | 'Metadata'
  | 'String';

/** Apart from zod's global registry, whose entries `openapi.json` shows. `.meta()` and `.refine()` inherit the entry. */
export const scalars = z.registry<{ scalar: Scalar }>();

/** Names of object types, beside those of records and dimensions, which follow from their groups. */
export const typeNames = z.registry<{ name: string }>();

/** For the documentation of each surface. */
export const samples = z.registry<{ sample: z.core.$input }>();

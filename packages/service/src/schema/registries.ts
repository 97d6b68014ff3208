import { z } from 'zod';

/** The named scalar types of surfaces that have them, such as GraphQL. */
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

/**
 * The scalar of a schema whose zod type does not tell it. A registry of its own, because everything in zod's global one is
 * printed into `openapi.json`. Schemas made from a registered one by `.meta()` or `.refine()` inherit its entry.
 */
export const scalars = z.registry<{ scalar: Scalar }>();

/** A sample of what a schema describes, for the documents of surfaces. */
export const samples = z.registry<{ sample: z.core.$input }>();

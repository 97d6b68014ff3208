import { z } from 'zod';
import { Decimal } from '../schema/decimal.ts';
import { text } from '../schema/text.ts';

/** How many keys a filter may name. */
const MAX_KEYS = 1000;

/** What a dimension must be; all that is given must hold. */
const valueFilter = {
  in: z
    .array(text(1000))
    .max(MAX_KEYS, { error: `must name at most ${MAX_KEYS}` })
    .optional()
    .meta({ description: 'One of these.' }),
  notIn: z
    .array(text(1000))
    .max(MAX_KEYS, { error: `must name at most ${MAX_KEYS}` })
    .optional()
    .meta({ description: 'None of these. Records without the dimension match.' }),
  isNull: z.boolean().optional().meta({ description: 'Whether records lack the dimension.' }),
};
const ValueFilter = z.strictObject(valueFilter);
const MetadataFilter = z.strictObject({
  key: text(255, 1).meta({ description: 'The key in the metadata.' }),
  ...valueFilter,
});
const metadataFilters = z.array(MetadataFilter).max(10, { error: 'must have at most 10 filters' }).optional();
const AmountRange = z.strictObject({
  gte: Decimal.optional(),
  gt: Decimal.optional(),
  lte: Decimal.optional(),
  lt: Decimal.optional(),
});

/** Which records a slice is made of. A record that lacks what a filter asks for does not match. */
export const SliceFilter = z.strictObject({
  agent: ValueFilter.optional(),
  customer: ValueFilter.optional(),
  goalType: ValueFilter.optional(),
  tool: ValueFilter.optional(),
  source: ValueFilter.optional(),
  session: ValueFilter.optional(),
  eventType: ValueFilter.optional(),
  model: ValueFilter.optional(),
  provider: ValueFilter.optional(),
  metadata: metadataFilters,
  agentMetadata: metadataFilters,
  customerMetadata: metadataFilters,
  amount: AmountRange.optional().meta({
    description: "The record's amount in USD: of a revenue, the value of an outcome, the cost of an event.",
  }),
});

export type ValueFilter = z.output<typeof ValueFilter>;
export type SliceFilter = z.output<typeof SliceFilter>;

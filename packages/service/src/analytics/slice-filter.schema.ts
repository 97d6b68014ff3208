import { z } from 'zod';
import { Decimal } from '../schema/decimal.ts';
import { text } from '../schema/text.ts';
import { sliceDimensions } from './slice-dimensions.ts';

const MAX_KEYS = 1000;

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
const ValueFilter = z
  .strictObject(valueFilter)
  .meta({ description: 'Conditions on a dimension. All of them must hold.' });
const MetadataFilter = z
  .strictObject({
    key: text(255, 1).meta({ description: 'The key in the metadata.' }),
    ...valueFilter,
  })
  .meta({ description: 'Conditions on the value of a metadata key. All of them must hold.' });
type Dimension = keyof typeof sliceDimensions;
const descriptionOf = (dimension: Dimension) => ({ description: sliceDimensions[dimension].description });
const values = (dimension: Dimension) => ValueFilter.optional().meta(descriptionOf(dimension));
const metadata = (dimension: Dimension) =>
  z
    .array(MetadataFilter)
    .max(10, { error: 'must have at most 10 filters' })
    .optional()
    .meta(descriptionOf(dimension));
const AmountRange = z
  .strictObject({
    gte: Decimal.optional(),
    gt: Decimal.optional(),
    lte: Decimal.optional(),
    lt: Decimal.optional(),
  })
  .meta({ description: 'A range of amounts. All bounds must hold.' });

/** A record without the dimension does not match. */
export const SliceFilter = z
  .strictObject({
    agent: values('agent'),
    customer: values('customer'),
    goalType: values('goalType'),
    tool: values('tool'),
    source: values('source'),
    session: values('session'),
    eventType: values('eventType'),
    model: values('model'),
    provider: values('provider'),
    metadata: metadata('metadata'),
    agentMetadata: metadata('agentMetadata'),
    customerMetadata: metadata('customerMetadata'),
    amount: AmountRange.optional().meta({
      description: "The record's amount in USD: of a revenue, the value of an outcome, the cost of an event.",
    }),
  })
  .meta({
    description:
      'The records of a slice. All conditions must hold. A record that lacks a dimension matches its `notIn` and `isNull: true`, never its `in`.',
  });

export type ValueFilter = z.output<typeof ValueFilter>;
export type SliceFilter = z.output<typeof SliceFilter>;

import { z } from 'zod';
import { Decimal } from '../schema/decimal.ts';
import { text } from '../schema/text.ts';

const MAX_KEYS = 1000;

/** Characters of a value; metadata may have long ones. */
const MAX_VALUE = 16 * 1024;

const valueFilter = {
  in: z
    .array(text(MAX_VALUE))
    .max(MAX_KEYS, { error: `must name at most ${MAX_KEYS}` })
    .optional()
    .meta({ description: 'One of these.' }),
  notIn: z
    .array(text(MAX_VALUE))
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
const AmountRange = z
  .strictObject({
    gte: Decimal.optional(),
    gt: Decimal.optional(),
    lte: Decimal.optional(),
    lt: Decimal.optional(),
  })
  .meta({ description: 'A range of amounts. All bounds must hold.' });

const values = ValueFilter.optional();
const metadataValues = z.array(MetadataFilter).max(10, { error: 'must have at most 10 filters' }).optional();
const amount = AmountRange.optional().meta({
  description: "The record's amount in USD: of a revenue, the value of an outcome, the cost of an event.",
});

type Described<Name extends string> = readonly { name: Name; description: string }[];

/** A record without the dimension does not match. */
export function sliceFilterOf<Plain extends string, Metadata extends string>(
  plain: Described<Plain>,
  metadata: Described<Metadata>,
) {
  const shape = {
    ...Object.fromEntries(plain.map(({ name, description }) => [name, values.meta({ description })])),
    ...Object.fromEntries(
      metadata.map(({ name, description }) => [name, metadataValues.meta({ description })]),
    ),
    amount,
  };
  // Computed names have no types.
  type Shape = { [Name in Plain]: typeof values } & { [Name in Metadata]: typeof metadataValues } & {
    amount: typeof amount;
  };
  return z.strictObject(shape as Shape).meta({
    description:
      'The records of a slice. All conditions must hold. A record that lacks a dimension matches its `notIn` and `isNull: true`, never its `in`.',
  });
}

export type ValueFilter = z.output<typeof ValueFilter>;
export type MetadataFilter = z.output<typeof MetadataFilter>;
/** A filter on the dimensions of any model. */
export type SliceFilter = { amount?: z.output<typeof AmountRange> | undefined } & {
  [name: string]: ValueFilter | MetadataFilter[] | z.output<typeof AmountRange> | undefined;
};

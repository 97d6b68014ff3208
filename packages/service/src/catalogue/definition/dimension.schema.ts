import { z } from 'zod';
import { Decimal, DecimalOut } from '../../schema/decimal.ts';
import { Metadata, MetadataOut } from '../../schema/free-form.ts';
import { pageFields, search } from '../../schema/page.ts';
import { createdAt, updatedAt } from '../../schema/record-fields.ts';
import { OwnId } from '../../schema/record-id.ts';
import { Key, text, textOut } from '../../schema/text.ts';

/** Shared by input and output. */
const fieldMeta = { name: { description: 'A name for people.' }, description: { description: 'Free text.' } };
const keyOut = textOut().meta({ description: 'The key that you chose.' });

/** `null` clears a field. */
export const describingFields = {
  name: text(255).nullish().meta(fieldMeta.name),
  description: text(5000).nullish().meta(fieldMeta.description),
  metadata: Metadata.nullish(),
};

export const valueField = {
  value: Decimal.nullish().meta({
    description: 'USD per achievement or call; each one then generates a valuable outcome.',
    example: '25.00',
  }),
};

export const dimensionFields = {
  id: OwnId,
  key: keyOut,
  name: textOut().nullable().meta(fieldMeta.name),
  description: textOut(5000).nullable().meta(fieldMeta.description),
  metadata: MetadataOut.nullable(),
  createdAt,
  updatedAt,
};

export const valueOut = { value: DecimalOut.nullable() };

export const ByKey = z.strictObject({ key: Key });
export const Deleted = z.object({ key: keyOut, deleted: z.literal(true) });
export const DimensionPage = z.strictObject({ ...pageFields, search });

import { z } from 'zod';
import { Decimal } from '../../schema/decimal.ts';
import { Metadata } from '../../schema/free-form.ts';
import { InstantOut } from '../../schema/instant.ts';
import { pageFields } from '../../schema/page.ts';
import { RecordId } from '../../schema/record-id.ts';
import { Key, text } from '../../schema/text.ts';

/** What people may say about an agent, customer, goal type or tool. `null` clears a field. */
export const describingFields = {
  name: text(255).nullish().meta({ description: 'A name for people.' }),
  description: text(5000).nullish(),
  metadata: Metadata.nullish(),
};

/** The value of a goal type or tool. */
export const valueField = {
  value: Decimal.nullish().meta({
    description: 'USD per achievement or call; each one then generates a valuable outcome.',
    example: '25.00',
  }),
};

/** What every such thing looks like on the wire. */
export const dimensionFields = {
  id: RecordId,
  key: z.string(),
  name: z.string().nullable(),
  description: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  createdAt: InstantOut,
  updatedAt: InstantOut,
};

export const valueOut = { value: z.string().nullable().meta({ description: 'Decimal string in USD.' }) };

export const ByKey = z.strictObject({ key: Key });
export const Deleted = z.object({ key: z.string(), deleted: z.literal(true) });
export const DimensionPage = z.strictObject({ ...pageFields });

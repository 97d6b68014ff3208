import { z } from 'zod';
import { sampleCreatedAt, sampleTool } from '../../schema/sample-values.ts';
import { samples } from '../../schema/scalars-and-samples.ts';
import { Key } from '../../schema/text.ts';
import { describingFields, dimensionFields, valueField, valueOut } from '../definition/dimension.schema.ts';

const fields = { ...describingFields, ...valueField };

const value = '0.50';
const described = {
  key: sampleTool.key,
  name: 'CRM lookup',
  description: 'Finds a contact by its address.',
};

export const Tool = z
  .object({ ...dimensionFields, ...valueOut })
  .meta({ description: 'A tool that agents call. With a value, each call generates a valuable outcome.' })
  .register(samples, {
    sample: {
      id: sampleTool.id,
      ...described,
      metadata: null,
      createdAt: sampleCreatedAt,
      updatedAt: sampleCreatedAt,
      value,
    },
  });

export type Tool = z.output<typeof Tool>;

export const CreateToolInput = z
  .strictObject({ key: Key, ...fields })
  .register(samples, { sample: { ...described, value } });
export const UpdateToolInput = z
  .strictObject({ key: Key, ...fields })
  .register(samples, { sample: { key: described.key, value } });

import { z } from 'zod';
import { sampleCreatedAt, sampleGoal } from '../../schema/sample-values.ts';
import { samples } from '../../schema/scalars-and-samples.ts';
import { Key } from '../../schema/text.ts';
import { describingFields, dimensionFields, valueField, valueOut } from '../definition/dimension.schema.ts';

const fields = { ...describingFields, ...valueField };

const value = '25.00';
const described = {
  key: sampleGoal.key,
  name: 'Qualified lead',
  description: 'A lead that sales accepted.',
};

export const GoalType = z
  .object({ ...dimensionFields, ...valueOut })
  .meta({ description: 'A kind of goal. With a value, each achievement generates a valuable outcome.' })
  .register(samples, {
    sample: {
      id: '018d0c3e-5a10-7b3e-8d21-6f1c0b9e7a03',
      ...described,
      metadata: null,
      createdAt: sampleCreatedAt,
      updatedAt: sampleCreatedAt,
      value,
    },
  });

export type GoalType = z.output<typeof GoalType>;

export const CreateGoalTypeInput = z
  .strictObject({ key: Key, ...fields })
  .register(samples, { sample: { ...described, value } });
export const UpdateGoalTypeInput = z
  .strictObject({ key: Key, ...fields })
  .register(samples, { sample: { key: described.key, value } });

import { z } from 'zod';
import { Key } from '../../schema/text.ts';
import { describingFields, dimensionFields, valueField, valueOut } from '../definition/dimension.schema.ts';

const fields = { ...describingFields, ...valueField };

/** A goal type as every surface shows it. */
export const GoalType = z.object({ ...dimensionFields, ...valueOut });

export type GoalType = z.output<typeof GoalType>;

export const CreateGoalTypeInput = z.strictObject({ key: Key, ...fields });
export const UpdateGoalTypeInput = z.strictObject({ key: Key, ...fields });

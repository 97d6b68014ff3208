import { z } from 'zod';
import { Key } from '../../schema/text.ts';
import { describingFields, dimensionFields, valueField, valueOut } from '../definition/dimension.schema.ts';

const fields = { ...describingFields, ...valueField };

/** A tool as every surface shows it. */
export const Tool = z.object({ ...dimensionFields, ...valueOut });

export type Tool = z.output<typeof Tool>;

export const CreateToolInput = z.strictObject({ key: Key, ...fields });
export const UpdateToolInput = z.strictObject({ key: Key, ...fields });

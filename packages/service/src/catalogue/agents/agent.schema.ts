import { z } from 'zod';
import { Key } from '../../schema/text.ts';
import { describingFields, dimensionFields } from '../definition/dimension.schema.ts';

const fields = { ...describingFields };

/** An agent as every surface shows it. */
export const Agent = z.object({ ...dimensionFields });

export type Agent = z.output<typeof Agent>;

export const CreateAgentInput = z.strictObject({ key: Key, ...fields });
export const UpdateAgentInput = z.strictObject({ key: Key, ...fields });

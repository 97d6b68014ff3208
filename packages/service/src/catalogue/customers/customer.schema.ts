import { z } from 'zod';
import { Key } from '../../schema/text.ts';
import { describingFields, dimensionFields } from '../definition/dimension.schema.ts';

const fields = { ...describingFields };

/** A customer as every surface shows it. */
export const Customer = z.object({ ...dimensionFields });

export type Customer = z.output<typeof Customer>;

export const CreateCustomerInput = z.strictObject({ key: Key, ...fields });
export const UpdateCustomerInput = z.strictObject({ key: Key, ...fields });

import { z } from 'zod';
import { describingFields, dimensionFields } from '../kernel/dimensions/dimension.schema.ts';
import { Key } from '../kernel/schema/text.ts';

const fields = { ...describingFields };

/** A customer as every surface shows it. */
export const Customer = z.object({ ...dimensionFields });

export type Customer = z.output<typeof Customer>;

export const CreateCustomerInput = z.strictObject({ key: Key, ...fields });
export const UpdateCustomerInput = z.strictObject({ key: Key, ...fields });

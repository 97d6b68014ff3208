import { z } from 'zod';
import { sampleCreatedAt, sampleCustomer } from '../../schema/sample-values.ts';
import { samples } from '../../schema/scalars-and-samples.ts';
import { Key } from '../../schema/text.ts';
import { describingFields, dimensionFields } from '../definition/dimension.schema.ts';

const named = { key: sampleCustomer.customerKey, name: 'ABC Ltd' };
const metadata = { plan: 'gold' };

export const Customer = z
  .object({ ...dimensionFields })
  .meta({
    description:
      'A customer that agents work for, created by a client or by the first record that named its key.',
  })
  .register(samples, {
    sample: {
      id: sampleCustomer.customerId,
      ...named,
      description: null,
      metadata,
      createdAt: sampleCreatedAt,
      updatedAt: sampleCreatedAt,
    },
  });

export type Customer = z.output<typeof Customer>;

export const CreateCustomerInput = z
  .strictObject({ key: Key, ...describingFields })
  .register(samples, { sample: { ...named, metadata } });
export const UpdateCustomerInput = z
  .strictObject({ key: Key, ...describingFields })
  .register(samples, { sample: { ...named, description: null } });

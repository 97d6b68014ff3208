import { defineDimension } from './definition/define-dimension.ts';

export const customers = defineDimension({
  name: 'customers',
  noun: 'a customer',
  description:
    'A customer that agents work for, created by a client or by the first record that named its key.',
  example: { id: '018d0c3e-5a10-7b3e-8d21-6f1c0b9e7a02', key: 'customer-abc' },
  slice: { description: 'The customer. Answered from rollups.' },
  cut: 'customer',
  samples: {
    created: { name: 'ABC Ltd', metadata: { plan: 'gold' } },
    changed: { name: 'ABC Ltd', description: null },
  },
});

import { operations } from '@outturn/service';
import { mountGet } from '../mount/mount-get.ts';
import { mountList } from '../mount/mount-list.ts';
import { objectType } from '../mount/object-type.ts';

const { list, get } = operations.customers;

export const Customer = objectType('Customer', {
  description: 'Whom agents work for, created by a client or by the first record that named its key.',
  output: get.output,
  fields: {
    id: 'ID',
    key: 'String',
    name: 'String',
    description: 'String',
    metadata: 'Metadata',
    createdAt: 'DateTime',
    updatedAt: 'DateTime',
  },
});

mountList('customers', list, { type: Customer, filter: {} });

mountGet('customer', get, { type: Customer, by: { key: 'String' } });

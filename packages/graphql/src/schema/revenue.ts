import { operations } from '@outturn/service';
import { mountGet } from '../mount/mount-get.ts';
import { mountList } from '../mount/mount-list.ts';
import { mountMutation } from '../mount/mount-mutation.ts';
import { objectType } from '../mount/object-type.ts';
import { RecordInterface } from './record.ts';

const { record, list, get } = operations.revenues;

export const Revenue = objectType('Revenue', {
  description: 'Revenue that an agent brought in.',
  output: get.output,
  interfaces: [RecordInterface],
  fields: {
    id: 'ID',
    key: 'String',
    amount: 'Decimal',
    source: 'String',
    agentId: 'ID',
    agentKey: 'String',
    customerId: 'ID',
    customerKey: 'String',
    goalId: 'ID',
    eventId: 'ID',
    description: 'String',
    recordedAt: 'DateTime',
    createdAt: 'DateTime',
    updatedAt: 'DateTime',
  },
});

export const revenueList = mountList('revenues', list, {
  type: Revenue,
  filter: {
    agentKey: 'String',
    agentId: 'ID',
    customerKey: 'String',
    customerId: 'ID',
    sessionKey: 'String',
    source: 'String',
    goalId: 'ID',
    key: 'String',
    recordedFrom: 'DateTime',
    recordedTo: 'DateTime',
  },
});

mountGet('revenue', get, { type: Revenue, by: { id: 'ID' } });

mountMutation('recordRevenue', record, {
  type: Revenue,
  input: {
    amount: 'Decimal',
    recordedAt: 'DateTime',
    agentKey: 'String',
    agentId: 'ID',
    customerKey: 'String',
    customerId: 'ID',
    sessionKey: 'String',
    goalId: 'ID',
    eventId: 'ID',
    key: 'String',
    source: 'String',
    description: 'String',
  },
});

import { operations } from '@outturn/service';
import { mountGet } from '../mount/mount-get.ts';
import { mountList } from '../mount/mount-list.ts';
import { mountRecord } from '../mount/mount-record.ts';
import { objectType } from '../mount/object-type.ts';

const { record, list, get } = operations.events;

const Event = objectType('Event', {
  description: 'Something that an agent did, and what it cost.',
  output: get.output,
  fields: {
    id: 'ID',
    type: 'String',
    name: 'String',
    agentKey: 'String',
    sessionKey: 'String',
    customerKey: 'String',
    toolKey: 'String',
    cost: 'Decimal',
    inputTokens: 'Count',
    outputTokens: 'Count',
    model: 'String',
    provider: 'String',
    occurredAt: 'DateTime',
    metadata: 'Metadata',
    createdAt: 'DateTime',
  },
});

mountList('events', list, {
  type: Event,
  filter: {
    type: 'String',
    agentKey: 'String',
    agentId: 'ID',
    customerKey: 'String',
    customerId: 'ID',
    sessionKey: 'String',
    toolKey: 'String',
    occurredFrom: 'DateTime',
    occurredTo: 'DateTime',
  },
});

mountGet('event', get, { type: Event, by: { id: 'ID' } });

mountRecord('recordEvent', record, {
  type: Event,
  input: {
    type: 'String',
    name: 'String',
    agentKey: 'String',
    sessionKey: 'String',
    customerKey: 'String',
    toolKey: 'String',
    cost: 'Decimal',
    inputTokens: 'Count',
    outputTokens: 'Count',
    model: 'String',
    provider: 'String',
    occurredAt: 'DateTime',
    metadata: 'Metadata',
  },
});

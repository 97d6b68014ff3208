import { operations } from '@outturn/service';
import { mountGet } from '../mount/mount-get.ts';
import { mountList } from '../mount/mount-list.ts';
import { mountMutation } from '../mount/mount-mutation.ts';
import { objectType } from '../mount/object-type.ts';
import { RecordInterface } from './record.ts';

const { record, list, get } = operations.events;

export const Event = objectType('Event', {
  description: 'Something that an agent did, and what it cost.',
  output: get.output,
  interfaces: [RecordInterface],
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

export const eventList = mountList('events', list, {
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

mountMutation('recordEvent', record, {
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

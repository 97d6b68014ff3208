import { operations } from '@outturn/service';
import { mountGet } from '../mount/mount-get.ts';
import { mountList } from '../mount/mount-list.ts';
import { objectType } from '../mount/object-type.ts';

const { list, get } = operations.agents;

export const Agent = objectType('Agent', {
  description: 'An AI agent, created by a client or by the first record that named its key.',
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

mountList('agents', list, { type: Agent, filter: {} });

mountGet('agent', get, { type: Agent, by: { key: 'String' } });

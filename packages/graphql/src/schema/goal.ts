import { operations } from '@outturn/service';
import { mountGet } from '../mount/mount-get.ts';
import { mountList } from '../mount/mount-list.ts';
import { mountMutation } from '../mount/mount-mutation.ts';
import { objectType } from '../mount/object-type.ts';
import { RecordInterface } from './record.ts';

const { record, list, get } = operations.goals;

export const Goal = objectType('Goal', {
  description: 'A goal that an agent achieved.',
  output: get.output,
  interfaces: [RecordInterface],
  fields: {
    id: 'ID',
    goalKey: 'String',
    agentKey: 'String',
    sessionKey: 'String',
    customerKey: 'String',
    metadata: 'Metadata',
    achievedAt: 'DateTime',
    createdAt: 'DateTime',
  },
});

export const goalList = mountList('goals', list, {
  type: Goal,
  filter: {
    goalKey: 'String',
    agentKey: 'String',
    agentId: 'ID',
    customerKey: 'String',
    customerId: 'ID',
    sessionKey: 'String',
    achievedFrom: 'DateTime',
    achievedTo: 'DateTime',
  },
});

mountGet('goal', get, { type: Goal, by: { id: 'ID' } });

mountMutation('recordGoal', record, {
  type: Goal,
  input: {
    goalKey: 'String',
    agentKey: 'String',
    sessionKey: 'String',
    customerKey: 'String',
    metadata: 'Metadata',
    achievedAt: 'DateTime',
  },
});

import { operations } from '@outturn/service';
import { mountGet } from '../mount/mount-get.ts';
import { mountList } from '../mount/mount-list.ts';
import { objectType } from '../mount/object-type.ts';

const { list, get } = operations.sessions;

export const Session = objectType('Session', {
  description: 'One run or conversation of an agent, created by the first record that named its key.',
  output: get.output,
  fields: {
    id: 'ID',
    key: 'String',
    agentId: 'ID',
    agentKey: 'String',
    customerId: 'ID',
    customerKey: 'String',
    createdAt: 'DateTime',
    updatedAt: 'DateTime',
  },
});

export const sessionList = mountList('sessions', list, {
  type: Session,
  filter: { agentKey: 'String', customerKey: 'String' },
});

mountGet('session', get, { type: Session, by: { key: 'String' } });

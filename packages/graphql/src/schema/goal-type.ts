import { operations } from '@outturn/service';
import { mountGet } from '../mount/mount-get.ts';
import { mountList } from '../mount/mount-list.ts';
import { objectType } from '../mount/object-type.ts';

const { list, get } = operations.goalTypes;

export const GoalType = objectType('GoalType', {
  description: 'A kind of goal. With a value, each achievement generates a valuable outcome.',
  output: get.output,
  fields: {
    id: 'ID',
    key: 'String',
    name: 'String',
    description: 'String',
    metadata: 'Metadata',
    value: 'Decimal',
    createdAt: 'DateTime',
    updatedAt: 'DateTime',
  },
});

mountList('goalTypes', list, { type: GoalType, filter: {} });

mountGet('goalType', get, { type: GoalType, by: { key: 'String' } });

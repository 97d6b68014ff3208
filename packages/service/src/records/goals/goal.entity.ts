import { defineEntity, p } from '@mikro-orm/core';
import { instant, recordColumns, recordIndexes } from '../../database/entity-properties.ts';

const indexes = recordIndexes('goals', ['goalTypeId', 'agentId', 'customerId', 'sessionId'], 'achievedAt');

export const GoalEntity = defineEntity({
  name: 'Goal',
  tableName: 'goals',
  properties: {
    ...recordColumns,
    goalTypeId: p.uuid(),
    agentId: p.uuid().nullable(),
    sessionId: p.uuid().nullable(),
    customerId: p.uuid().nullable(),
    metadata: p.json().columnType('json').nullable(),
    achievedAt: instant(),
  },
  indexes,
});

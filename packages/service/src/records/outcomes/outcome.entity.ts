import { defineEntity, p } from '@mikro-orm/core';
import { decimal, instant, recordColumns, recordIndexes } from '../../database/entity-properties.ts';

const indexes = recordIndexes(
  'outcomes',
  ['agentId', 'customerId', 'sessionId', 'toolId', 'goalId'],
  'generatedAt',
);

export const OutcomeEntity = defineEntity({
  name: 'Outcome',
  tableName: 'outcomes',
  properties: {
    ...recordColumns,
    agentId: p.uuid().nullable(),
    sessionId: p.uuid().nullable(),
    customerId: p.uuid().nullable(),
    toolId: p.uuid().nullable(),
    goalId: p.uuid().nullable(),
    value: decimal(),
    metadata: p.json().columnType('json').nullable(),
    generatedAt: instant(),
  },
  indexes,
});

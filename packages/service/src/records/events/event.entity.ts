import { defineEntity, p } from '@mikro-orm/core';
import { decimal, instant, recordColumns, recordIndexes } from '../../database/entity-properties.ts';

const indexes = recordIndexes('events', ['agentId', 'customerId', 'sessionId', 'toolId'], 'occurredAt');

/** A model or tool call, or a session's start or end. */
export const EventEntity = defineEntity({
  name: 'Event',
  tableName: 'events',
  properties: {
    ...recordColumns,
    agentId: p.uuid().nullable(),
    sessionId: p.uuid().nullable(),
    customerId: p.uuid().nullable(),
    toolId: p.uuid().nullable(),
    type: p.text(),
    name: p.text().nullable(),
    cost: decimal().nullable(),
    inputTokens: p.bigint().columnType('bigint').nullable(),
    outputTokens: p.bigint().columnType('bigint').nullable(),
    model: p.text().nullable(),
    provider: p.text().nullable(),
    occurredAt: instant(),
    metadata: p.json().columnType('json').nullable(),
  },
  indexes,
});

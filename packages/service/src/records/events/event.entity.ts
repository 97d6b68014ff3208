import { defineEntity, p } from '@mikro-orm/core';
import { count, decimal, instant, recordColumns, recordIndexes } from '../../database/entity-properties.ts';

const indexes = [
  ...recordIndexes('events', ['agentId', 'customerId', 'sessionId', 'toolId'], 'occurredAt'),
  {
    name: 'events_unpriced_index',
    properties: ['developerId', 'occurredAt', 'id'] as ('developerId' | 'occurredAt' | 'id')[],
    where: { costSource: 'unpriced' },
  },
  {
    name: 'events_error_times_index',
    properties: ['developerId', 'occurredAt', 'id'] as ('developerId' | 'occurredAt' | 'id')[],
    where: { isError: true },
  },
  {
    name: 'events_errors_index',
    properties: ['developerId', 'sessionId'] as ('developerId' | 'sessionId')[],
    where: { isError: true },
  },
];

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
    computedCost: decimal().nullable(),
    costSource: p.text().nullable(),
    inputTokens: count().nullable(),
    cacheReadTokens: count().nullable(),
    cacheWriteTokens: count().nullable(),
    cacheWrite1hTokens: count().nullable(),
    outputTokens: count().nullable(),
    reasoningTokens: count().nullable(),
    model: p.text().nullable(),
    provider: p.text().nullable(),
    serviceTier: p.text().nullable(),
    durationMs: count().nullable(),
    isError: p.boolean().nullable(),
    traceId: p.text().nullable(),
    spanId: p.text().nullable(),
    occurredAt: instant(),
    metadata: p.json().columnType('json').nullable(),
  },
  indexes,
});

import { defineEntity, p } from '@mikro-orm/core';
import { filterIndexes, instant, tenantKey } from '../../database/columns.ts';

const indexes = filterIndexes('sessions', ['agentId', 'customerId']);

/** One run or conversation of an agent; agent and customer are those of the record that named it first. */
export const SessionEntity = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    ...tenantKey,
    key: p.text(),
    agentId: p.uuid().nullable(),
    customerId: p.uuid().nullable(),
    createdAt: instant(),
    updatedAt: instant(),
    deletedAt: instant().nullable(),
  },
  indexes,
  uniques: [{ name: 'sessions_key_unique', properties: ['developerId', 'key'] }],
});

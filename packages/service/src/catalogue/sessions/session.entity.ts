import { defineEntity, p } from '@mikro-orm/core';
import { filterIndexes, instant, tenantKey } from '../../database/entity-properties.ts';

const indexes = filterIndexes('sessions', ['agentId', 'customerId']);

/** Agent and customer are each those of the earliest record that names one, by its own time and id. */
export const SessionEntity = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    ...tenantKey,
    key: p.text(),
    agentId: p.uuid().nullable(),
    customerId: p.uuid().nullable(),
    agentNamedAt: instant().nullable(),
    agentNamedBy: p.uuid().nullable(),
    customerNamedAt: instant().nullable(),
    customerNamedBy: p.uuid().nullable(),
    createdAt: instant(),
    updatedAt: instant(),
  },
  indexes,
  uniques: [{ name: 'sessions_key_unique', properties: ['developerId', 'key'] }],
});

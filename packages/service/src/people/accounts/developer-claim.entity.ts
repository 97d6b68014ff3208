import { defineEntity, p } from '@mikro-orm/core';
import { createdInstant, instant } from '../../database/entity-properties.ts';

/** `hash`: SHA-256 of the token. */
export const DeveloperClaim = defineEntity({
  name: 'DeveloperClaim',
  tableName: 'developer_claims',
  properties: {
    hash: p.blob().columnType('bytea').primary(),
    developerId: p.uuid(),
    createdAt: createdInstant(),
    usedAt: instant().nullable(),
    usedBy: p.uuid().nullable(),
  },
});

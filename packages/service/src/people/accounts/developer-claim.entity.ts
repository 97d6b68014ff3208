import { defineEntity, p } from '@mikro-orm/core';
import { createdInstant, instant } from '../../database/columns.ts';

/** A claim link, with which one account takes over a developer, once. Only the SHA-256 of its token is stored. */
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

import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { createdInstant, instant } from '../../database/entity-properties.ts';

/** `hash`: SHA-256 of the token; `prefix`: its beginning, for people. */
export const ApiKey = defineEntity({
  name: 'ApiKey',
  tableName: 'api_keys',
  properties: {
    id: p.uuid().primary(),
    developerId: p.uuid(),
    name: p.text(),
    prefix: p.text(),
    hash: p.blob().columnType('bytea'),
    scopes: p.array().columnType('text[]'),
    createdAt: createdInstant(),
    expiresAt: instant().nullable(),
    lastUsedAt: instant().nullable(),
    revokedAt: instant().nullable(),
    rotatedAt: instant().nullable(),
  },
  uniques: [{ name: 'api_keys_hash_unique', properties: ['hash'] }],
  indexes: [{ name: 'api_keys_developer_index', properties: ['developerId'] }],
});

export type ApiKey = InferEntity<typeof ApiKey>;

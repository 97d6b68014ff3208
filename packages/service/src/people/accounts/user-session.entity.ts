import { defineEntity, p } from '@mikro-orm/core';
import { instant } from '../../database/entity-properties.ts';

/** Written by better-auth. The cookie is `token`, signed with the session secret. */
export const UserSession = defineEntity({
  name: 'UserSession',
  tableName: 'user_sessions',
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    token: p.text(),
    expiresAt: instant(),
    ipAddress: p.text().nullable(),
    userAgent: p.text().nullable(),
    createdAt: instant(),
    updatedAt: instant(),
  },
  uniques: [{ name: 'user_sessions_token_unique', properties: ['token'] }],
  indexes: [{ name: 'user_sessions_user_index', properties: ['userId'] }],
});

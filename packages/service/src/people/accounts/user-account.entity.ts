import { defineEntity, p } from '@mikro-orm/core';
import { instant } from '../../database/entity-properties.ts';

/** A password, as scrypt hash. Written by better-auth. */
export const UserAccount = defineEntity({
  name: 'UserAccount',
  tableName: 'user_accounts',
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    accountId: p.text(),
    providerId: p.text(),
    password: p.text().nullable(),
    createdAt: instant(),
    updatedAt: instant(),
  },
  uniques: [{ name: 'user_accounts_account_unique', properties: ['providerId', 'accountId'] }],
  indexes: [{ name: 'user_accounts_user_index', properties: ['userId'] }],
});

import { defineEntity, p } from '@mikro-orm/core';
import { instant } from '../../database/entity-properties.ts';

/** A password, as scrypt hash. Written by better-auth. */
export const UserAccount = defineEntity({
  name: 'UserAccount',
  tableName: 'user_accounts',
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    /** Required by gateways with better-auth 1.7.2. */
    issuer: p.text().default('local:credential'),
    accountId: p.text(),
    providerId: p.text(),
    password: p.text().nullable(),
    createdAt: instant(),
    updatedAt: instant(),
  },
  uniques: [{ name: 'user_accounts_account_unique', properties: ['issuer', 'accountId'] }],
  indexes: [{ name: 'user_accounts_user_index', properties: ['userId'] }],
});

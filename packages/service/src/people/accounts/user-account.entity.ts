import { defineEntity, p } from '@mikro-orm/core';
import { instant } from '../../database/columns.ts';

/** A way to sign in: today a password, kept as its scrypt hash. Written by better-auth. */
export const UserAccount = defineEntity({
  name: 'UserAccount',
  tableName: 'user_accounts',
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    /** Written by the database alone: better-auth 1.7.2, which gateways of the version before run, looks for it. */
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

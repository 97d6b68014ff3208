import { defineEntity, p } from '@mikro-orm/core';

/** The last forgotten commit of a developer: earlier ones may be forgotten too. */
export const ForgottenCommitsEntity = defineEntity({
  name: 'ForgottenCommits',
  tableName: 'forgotten_commits',
  properties: {
    developerId: p.uuid().primary(),
    xid: p.string().columnType('xid8'),
  },
});

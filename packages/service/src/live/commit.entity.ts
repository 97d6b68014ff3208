import { defineEntity, p } from '@mikro-orm/core';
import { instant } from '../database/entity-properties.ts';

export const CommitEntity = defineEntity({
  name: 'Commit',
  tableName: 'commits',
  properties: {
    developerId: p.uuid().primary(),
    xid: p.string().columnType('xid8').primary(),
    fact: p.smallint().primary(),
    ids: p.array().columnType('uuid[]'),
    committedAt: instant(),
  },
});

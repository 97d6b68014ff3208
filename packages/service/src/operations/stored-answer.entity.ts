import { defineEntity, p } from '@mikro-orm/core';
import { instant } from '../database/entity-properties.ts';

/** An idempotency key whose answer shows a row that can be deleted. */
export const StoredAnswer = defineEntity({
  name: 'StoredAnswer',
  tableName: 'stored_answers',
  properties: {
    developerId: p.uuid().primary(),
    rowId: p.uuid().primary(),
    keyHash: p.uuid().primary(),
    expiresAt: instant(),
  },
  indexes: [{ name: 'stored_answers_expires_at_index', properties: ['expiresAt'] }],
});

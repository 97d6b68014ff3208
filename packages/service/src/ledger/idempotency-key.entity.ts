import { defineEntity, p } from '@mikro-orm/core';
import { instant } from '../database/entity-properties.ts';

/** Records keep their reservation for ever, commands until `expiresAt`. */
export const IdempotencyKey = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_keys',
  properties: {
    developerId: p.uuid().primary(),
    keyHash: p.uuid().primary(),
    fingerprint: p.uuid(),
    /** The command that used the key; null for records. */
    operation: p.text().nullable(),
    recordId: p.uuid().nullable(),
    response: p.text().nullable(),
    expiresAt: instant().nullable(),
    /** The row that the response shows, if it can be deleted. Its deletion empties the response. */
    shownRowId: p.uuid().nullable(),
  },
  indexes: [
    {
      name: 'idempotency_keys_expires_at_index',
      properties: ['expiresAt'],
      where: { expiresAt: { $ne: null } },
    },
    {
      name: 'idempotency_keys_shown_row_index',
      properties: ['developerId', 'shownRowId'],
      where: { shownRowId: { $ne: null } },
    },
  ],
});

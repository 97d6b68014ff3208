import { defineEntity, p } from '@mikro-orm/core';
import { instant } from '../database/entity-properties.ts';

/** Records keep their claim for ever, commands until `expiresAt`. */
export const IdempotencyKey = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_keys',
  properties: {
    developerId: p.uuid().primary(),
    keyHash: p.uuid().primary(),
    fingerprint: p.uuid(),
    /** The command that used the key. Older versions wrote none. */
    operation: p.text().nullable(),
    recordId: p.uuid().nullable(),
    response: p.text().nullable(),
    expiresAt: instant().nullable(),
  },
  indexes: [
    {
      name: 'idempotency_keys_expires_at_index',
      properties: ['expiresAt'],
      where: { expiresAt: { $ne: null } },
    },
  ],
});

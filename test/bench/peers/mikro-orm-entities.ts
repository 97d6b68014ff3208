import { defineEntity, p } from '@mikro-orm/core';

/** The product's table as an entity of this peer. */
export const Revenue = defineEntity({
  name: 'Revenue',
  tableName: 'revenues',
  properties: {
    developerId: p.uuid().primary(),
    id: p.uuid().primary(),
    createdAt: p.datetime(),
    agentId: p.uuid().nullable(),
    customerId: p.uuid().nullable(),
    sessionId: p.uuid().nullable(),
    key: p.text().nullable(),
    amount: p.string().columnType('numeric'),
    source: p.text(),
    goalId: p.uuid().nullable(),
    eventId: p.uuid().nullable(),
    description: p.text().nullable(),
    recordedAt: p.datetime(),
  },
});

export const IdempotencyKey = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_keys',
  properties: {
    developerId: p.uuid().primary(),
    keyHash: p.uuid().primary(),
    fingerprint: p.uuid(),
    recordId: p.uuid().nullable(),
  },
});

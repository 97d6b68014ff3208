import { defineEntity, p } from '@mikro-orm/core';
import { decimal, instant, recordColumns, recordIndexes } from '../../database/entity-properties.ts';

const indexes = recordIndexes(
  'revenues',
  ['agentId', 'customerId', 'sessionId', 'goalId', 'key', 'refundOf'],
  'recordedAt',
);

export const RevenueEntity = defineEntity({
  name: 'Revenue',
  tableName: 'revenues',
  properties: {
    ...recordColumns,
    agentId: p.uuid().nullable(),
    customerId: p.uuid().nullable(),
    sessionId: p.uuid().nullable(),
    /** Null if the record has no key of its own and shows one made of its id. */
    key: p.text().nullable(),
    amount: decimal(),
    source: p.text(),
    goalId: p.uuid().nullable(),
    eventId: p.uuid().nullable(),
    description: p.text().nullable(),
    recordedAt: instant(),
    metadata: p.json().columnType('json').nullable(),
    /** Of a refund: the revenue that it pays back. */
    refundOf: p.uuid().nullable(),
    /**
     * Of a revenue with refunds: the sum of those that are active, above zero. It stands in the row of the revenue, because
     * a transaction that holds the lock of a row sees its newest values. No answer shows it, so it has no versions.
     */
    refunded: decimal().nullable(),
  },
  indexes,
});

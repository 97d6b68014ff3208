import type { RecordKind } from '../../kinds/record-kind.ts';
import { defineRecord } from '../../operations/define.ts';
import { defineRecordBatch } from '../../operations/define-record-batch.ts';
import { RefundItem, RefundRevenueInput } from './refund.schema.ts';
import { Revenue } from './revenue.schema.ts';

/** The operations `refund` and `refundBatch`. */
export function refundOperations(revenues: RecordKind) {
  const refund = defineRecord({
    name: 'revenues.refund',
    summary: 'Refund a revenue record',
    description:
      'Records a revenue with a negative amount and the agent, customer, session and source of the refunded one. The refunds of a revenue never exceed its amount.',
    scope: 'revenues:write',
    rest: { method: 'post', path: '/revenues/{id}/refunds', status: 201 },
    graphql: { mutation: 'refundRevenue' },
    input: RefundRevenueInput,
    output: Revenue,
    errors: ['Not Found'],
    recordKind: revenues,
    writes: 'refund',
  });
  return {
    refund,
    refundBatch: defineRecordBatch(
      { ...refund, input: RefundItem },
      {
        name: 'revenues.refundBatch',
        summary: 'Refund up to 1,000 revenue records',
        rest: { method: 'post', path: '/revenues/refunds/batch' },
      },
    ),
  };
}

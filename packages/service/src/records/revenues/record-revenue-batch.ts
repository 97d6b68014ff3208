import { defineRecordBatch } from '../../operations/define-record-batch.ts';
import { recordRevenue } from './record-revenue.ts';

export const recordRevenueBatch = defineRecordBatch(recordRevenue, {
  name: 'revenues.recordBatch',
  summary: 'Create up to 1,000 revenue records',
});

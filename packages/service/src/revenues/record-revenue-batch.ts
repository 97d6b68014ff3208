import { defineRecordBatch } from '../kernel/record-batch.ts';
import { recordRevenue } from './record-revenue.ts';

export const recordRevenueBatch = defineRecordBatch(recordRevenue, {
  name: 'revenues.recordBatch',
  summary: 'Create up to 1,000 revenue records',
});

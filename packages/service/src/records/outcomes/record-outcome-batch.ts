import { defineRecordBatch } from '../../operations/define-record-batch.ts';
import { recordOutcome } from './record-outcome.ts';

export const recordOutcomeBatch = defineRecordBatch(recordOutcome, {
  name: 'outcomes.recordBatch',
  summary: 'Create up to 1,000 valuable outcome records',
});

import { defineRecordBatch } from '../../operations/define-record-batch.ts';
import { recordEvent } from './record-event.ts';

export const recordEventBatch = defineRecordBatch(recordEvent, {
  name: 'events.recordBatch',
  summary: 'Create up to 1,000 event records',
});

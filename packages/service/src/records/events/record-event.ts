import { defineRecord } from '../../operations/define.ts';
import { eventLedger, toEventRecord } from './event.ledger.ts';
import { Event, RecordEventInput } from './event.schema.ts';

export const recordEvent = defineRecord({
  name: 'events.record',
  summary: 'Create an event record',
  description:
    'Records something that an agent did. When its tool has a value, a valuable outcome is generated with it.',
  scope: 'events:write',
  input: RecordEventInput,
  output: Event,
  ledger: eventLedger,
  toRecord: toEventRecord,
});

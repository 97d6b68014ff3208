import { getRecord } from '../kernel/ledger/get-record.ts';
import { defineQuery } from '../kernel/operation.ts';
import { ById } from '../kernel/schema/record-id.ts';
import { eventLedger } from './event.ledger.ts';
import { Event } from './event.schema.ts';

export const getEvent = defineQuery({
  name: 'events.get',
  summary: 'Retrieve an event record',
  scope: 'events:read',
  input: ById,
  output: Event,
  errors: ['Not Found'],
  run: (context, { id }) => getRecord<Event>(context, eventLedger, id),
});

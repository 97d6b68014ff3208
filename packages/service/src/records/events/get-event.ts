import { defineQuery } from '../../operations/define.ts';
import { ById } from '../../schema/record-id.ts';
import { getRecord } from '../reading/get-record.ts';
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

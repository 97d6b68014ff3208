import { z } from 'zod';
import { defineQuery } from '../../operations/define.ts';
import {
  agentFilter,
  customerFilter,
  from,
  sessionFilter,
  sortField,
  to,
  toolFilter,
} from '../../schema/list-fields.ts';
import { pageFields, pageOf } from '../../schema/page.ts';
import { text } from '../../schema/text.ts';
import { listRecords } from '../reading/list-records.ts';
import { eventLedger } from './event.ledger.ts';
import { Event } from './event.schema.ts';

export const listEvents = defineQuery({
  name: 'events.list',
  summary: 'List event records',
  scope: 'events:read',
  input: z.strictObject({
    ...pageFields,
    sort: sortField('occurredAt'),
    ...agentFilter,
    ...customerFilter,
    ...sessionFilter,
    ...toolFilter,
    type: text(255, 1).optional().meta({ description: 'Only events of this type.' }),
    occurredFrom: from('occurredAt'),
    occurredTo: to('occurredAt'),
  }),
  output: pageOf(Event),
  run: (context, input) => listRecords<Event>(context, eventLedger, input),
});

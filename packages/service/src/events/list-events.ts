import { z } from 'zod';
import { listRecords } from '../kernel/ledger/list-records.ts';
import { defineQuery } from '../kernel/operation.ts';
import {
  agentFilter,
  customerFilter,
  from,
  sessionFilter,
  sortField,
  to,
  toolFilter,
} from '../kernel/schema/list-fields.ts';
import { pageFields, pageOf } from '../kernel/schema/page.ts';
import { text } from '../kernel/schema/text.ts';
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

import { z } from 'zod';
import { defineQuery } from '../../operations/define.ts';
import { agentFilter, customerFilter, from, sessionFilter, sortField, to } from '../../schema/list-fields.ts';
import { pageFields, pageOf } from '../../schema/page.ts';
import { RecordId } from '../../schema/record-id.ts';
import { Key, text } from '../../schema/text.ts';
import { listRecords } from '../reading/list-records.ts';
import { revenueLedger } from './revenue.ledger.ts';
import { Revenue } from './revenue.schema.ts';

export const listRevenues = defineQuery({
  name: 'revenues.list',
  summary: 'List revenue records',
  scope: 'revenues:read',
  input: z.strictObject({
    ...pageFields,
    sort: sortField('recordedAt'),
    ...agentFilter,
    ...customerFilter,
    ...sessionFilter,
    source: text(255, 1).optional().meta({ description: 'Only records of this source.' }),
    goalId: RecordId.optional().meta({ description: 'Only records of this goal.' }),
    key: Key.optional().meta({ description: 'Only the record with this key of yours.' }),
    recordedFrom: from('recordedAt'),
    recordedTo: to('recordedAt'),
  }),
  output: pageOf(Revenue),
  run: (context, input) => listRecords<Revenue>(context, revenueLedger, input),
});

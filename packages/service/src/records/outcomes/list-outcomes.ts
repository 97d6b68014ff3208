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
import { RecordId } from '../../schema/record-id.ts';
import { listRecords } from '../reading/list-records.ts';
import { outcomeLedger } from './outcome.ledger.ts';
import { Outcome } from './outcome.schema.ts';

export const listOutcomes = defineQuery({
  name: 'outcomes.list',
  summary: 'List valuable outcome records',
  scope: 'outcomes:read',
  input: z.strictObject({
    ...pageFields,
    sort: sortField('generatedAt'),
    ...agentFilter,
    ...customerFilter,
    ...sessionFilter,
    ...toolFilter,
    toolId: RecordId.optional().meta({ description: 'Only outcomes of this tool.' }),
    goalId: RecordId.optional().meta({ description: 'Only outcomes of this goal.' }),
    generatedFrom: from('generatedAt'),
    generatedTo: to('generatedAt'),
  }),
  output: pageOf(Outcome),
  run: (context, input) => listRecords<Outcome>(context, outcomeLedger, input),
});

import { z } from 'zod';
import { listRecords } from '../kernel/ledger/list-records.ts';
import { defineQuery } from '../kernel/operation.ts';
import { pageFields, pageOf } from '../kernel/schema/page.ts';
import { revenueLedger } from './revenue.ledger.ts';
import { Revenue } from './revenue.schema.ts';

export const listRevenues = defineQuery({
  name: 'revenues.list',
  summary: 'List revenue records',
  description: 'Newest first.',
  scope: 'revenues:read',
  input: z.strictObject(pageFields),
  output: pageOf(Revenue),
  run: (context, input) => listRecords<Revenue>(context, revenueLedger, input),
});

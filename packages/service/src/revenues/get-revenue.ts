import { getRecord } from '../kernel/ledger/get-record.ts';
import { defineQuery } from '../kernel/operation.ts';
import { ById } from '../kernel/schema/record-id.ts';
import { revenueLedger } from './revenue.ledger.ts';
import { Revenue } from './revenue.schema.ts';

export const getRevenue = defineQuery({
  name: 'revenues.get',
  summary: 'Retrieve a revenue record',
  scope: 'revenues:read',
  input: ById,
  output: Revenue,
  errors: ['Not Found'],
  run: (context, { id }) => getRecord<Revenue>(context, revenueLedger, id),
});

import { defineQuery } from '../../operations/define.ts';
import { ById } from '../../schema/record-id.ts';
import { getRecord } from '../reading/get-record.ts';
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

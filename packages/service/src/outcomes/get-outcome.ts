import { getRecord } from '../kernel/ledger/get-record.ts';
import { defineQuery } from '../kernel/operation.ts';
import { ById } from '../kernel/schema/record-id.ts';
import { outcomeLedger } from './outcome.ledger.ts';
import { Outcome } from './outcome.schema.ts';

export const getOutcome = defineQuery({
  name: 'outcomes.get',
  summary: 'Retrieve a valuable outcome record',
  scope: 'outcomes:read',
  input: ById,
  output: Outcome,
  errors: ['Not Found'],
  run: (context, { id }) => getRecord<Outcome>(context, outcomeLedger, id),
});

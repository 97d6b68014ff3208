import { defineQuery } from '../../operations/define.ts';
import { ById } from '../../schema/record-id.ts';
import { getRecord } from '../reading/get-record.ts';
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

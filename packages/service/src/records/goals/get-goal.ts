import { defineQuery } from '../../operations/define.ts';
import { ById } from '../../schema/record-id.ts';
import { getRecord } from '../reading/get-record.ts';
import { goalLedger } from './goal.ledger.ts';
import { Goal } from './goal.schema.ts';

export const getGoal = defineQuery({
  name: 'goals.get',
  summary: 'Retrieve a goal achievement record',
  scope: 'goals:read',
  input: ById,
  output: Goal,
  errors: ['Not Found'],
  run: (context, { id }) => getRecord<Goal>(context, goalLedger, id),
});

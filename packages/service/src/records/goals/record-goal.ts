import { defineRecord } from '../../operations/define.ts';
import { goalLedger, toGoalRecord } from './goal.ledger.ts';
import { Goal, RecordGoalInput } from './goal.schema.ts';

export const recordGoal = defineRecord({
  name: 'goals.record',
  summary: 'Create a goal achievement record',
  description:
    'Records that a goal was achieved. When its type has a value, a valuable outcome is generated with it.',
  scope: 'goals:write',
  input: RecordGoalInput,
  output: Goal,
  ledger: goalLedger,
  toRecord: toGoalRecord,
});

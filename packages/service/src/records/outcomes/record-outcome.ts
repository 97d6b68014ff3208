import { defineRecord } from '../../operations/define.ts';
import { outcomeLedger, toOutcomeRecord } from './outcome.ledger.ts';
import { Outcome, RecordOutcomeInput } from './outcome.schema.ts';

export const recordOutcome = defineRecord({
  name: 'outcomes.record',
  summary: 'Create a valuable outcome record',
  description:
    'Records a valuable outcome directly. Goals and events generate theirs by themselves when their goal type or tool has a value.',
  scope: 'outcomes:write',
  input: RecordOutcomeInput,
  output: Outcome,
  ledger: outcomeLedger,
  toRecord: toOutcomeRecord,
});

import { getOutcome } from './get-outcome.ts';
import { listOutcomes } from './list-outcomes.ts';
import { recordOutcome } from './record-outcome.ts';
import { recordOutcomeBatch } from './record-outcome-batch.ts';

export type { Outcome } from './outcome.schema.ts';

export const outcomes = {
  record: recordOutcome,
  recordBatch: recordOutcomeBatch,
  list: listOutcomes,
  get: getOutcome,
};

import { defineRecordBatch } from '../../operations/define-record-batch.ts';
import { recordGoal } from './record-goal.ts';

export const recordGoalBatch = defineRecordBatch(recordGoal, {
  name: 'goals.recordBatch',
  summary: 'Create up to 1,000 goal achievement records',
});

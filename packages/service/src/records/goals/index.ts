import { getGoal } from './get-goal.ts';
import { listGoals } from './list-goals.ts';
import { recordGoal } from './record-goal.ts';
import { recordGoalBatch } from './record-goal-batch.ts';

export type { Goal } from './goal.schema.ts';

export const goals = {
  record: recordGoal,
  recordBatch: recordGoalBatch,
  list: listGoals,
  get: getGoal,
};

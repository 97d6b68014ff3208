import { defineDimension } from '../kernel/dimensions/define-dimension.ts';
import { dimensionEntity } from '../kernel/dimensions/dimension-store.ts';
import { toValuedDimension } from '../kernel/dimensions/dimension-view.ts';
import { GoalTypeEntity } from './goal-type.entity.ts';
import { CreateGoalTypeInput, GoalType, UpdateGoalTypeInput } from './goal-type.schema.ts';

export type { GoalType } from './goal-type.schema.ts';

export const goalTypes = defineDimension({
  group: 'goalTypes',
  noun: 'a goal type',
  table: 'goal_types',
  entity: dimensionEntity(GoalTypeEntity),
  read: 'goal-types:read',
  write: 'goal-types:write',
  createInput: CreateGoalTypeInput,
  updateInput: UpdateGoalTypeInput,
  output: GoalType,
  toWire: toValuedDimension,
});

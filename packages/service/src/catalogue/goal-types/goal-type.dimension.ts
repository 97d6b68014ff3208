import { defineDimension } from '../definition/define-dimension.ts';
import { dimensionEntity } from '../definition/dimension-commands.ts';
import { toValuedDimension } from '../definition/dimension-view.ts';
import { GoalTypeEntity } from './goal-type.entity.ts';
import { CreateGoalTypeInput, GoalType, UpdateGoalTypeInput } from './goal-type.schema.ts';

export type { GoalType } from './goal-type.schema.ts';

export const goalTypes = defineDimension({
  group: 'goalTypes',
  noun: 'a goal type',
  entity: dimensionEntity(GoalTypeEntity),
  read: 'goal-types:read',
  write: 'goal-types:write',
  createInput: CreateGoalTypeInput,
  updateInput: UpdateGoalTypeInput,
  output: GoalType,
  toWire: toValuedDimension,
});

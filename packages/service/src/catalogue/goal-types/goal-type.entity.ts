import { defineEntity } from '@mikro-orm/core';
import { decimal, dimensionColumns, dimensionUniques } from '../../database/entity-properties.ts';

export const GoalTypeEntity = defineEntity({
  name: 'GoalType',
  tableName: 'goal_types',
  properties: { ...dimensionColumns, value: decimal().nullable() },
  uniques: dimensionUniques('goal_types'),
});

import { defineEntity } from '@mikro-orm/core';
import { decimal, dimensionColumns, dimensionUniques } from '../../database/columns.ts';

/** A kind of goal; with a value, each achievement generates a valuable outcome. */
export const GoalTypeEntity = defineEntity({
  name: 'GoalType',
  tableName: 'goal_types',
  properties: { ...dimensionColumns, value: decimal().nullable() },
  uniques: dimensionUniques('goal_types'),
});

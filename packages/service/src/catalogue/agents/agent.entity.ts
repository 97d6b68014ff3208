import { defineEntity } from '@mikro-orm/core';
import { dimensionColumns, dimensionUniques } from '../../database/columns.ts';

/** An AI agent whose worth is recorded. */
export const AgentEntity = defineEntity({
  name: 'Agent',
  tableName: 'agents',
  properties: dimensionColumns,
  uniques: dimensionUniques('agents'),
});

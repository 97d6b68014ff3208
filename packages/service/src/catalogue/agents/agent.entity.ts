import { defineEntity } from '@mikro-orm/core';
import { dimensionColumns, dimensionUniques } from '../../database/entity-properties.ts';

export const AgentEntity = defineEntity({
  name: 'Agent',
  tableName: 'agents',
  properties: dimensionColumns,
  uniques: dimensionUniques('agents'),
});

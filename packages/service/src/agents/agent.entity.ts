import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { dimensionColumns, dimensionUniques } from '../database/columns.ts';

/** An AI agent whose worth is recorded. */
export const Agent = defineEntity({
  name: 'Agent',
  tableName: 'agents',
  properties: dimensionColumns,
  uniques: dimensionUniques('agents'),
});

export type Agent = InferEntity<typeof Agent>;

import { defineEntity } from '@mikro-orm/core';
import { decimal, dimensionColumns, dimensionUniques } from '../../database/columns.ts';

/** A tool that agents call; with a value, each call generates a valuable outcome. */
export const ToolEntity = defineEntity({
  name: 'Tool',
  tableName: 'tools',
  properties: { ...dimensionColumns, value: decimal().nullable() },
  uniques: dimensionUniques('tools'),
});

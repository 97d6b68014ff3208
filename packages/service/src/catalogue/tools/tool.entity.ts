import { defineEntity } from '@mikro-orm/core';
import { decimal, dimensionColumns, dimensionUniques } from '../../database/entity-properties.ts';

export const ToolEntity = defineEntity({
  name: 'Tool',
  tableName: 'tools',
  properties: { ...dimensionColumns, value: decimal().nullable() },
  uniques: dimensionUniques('tools'),
});

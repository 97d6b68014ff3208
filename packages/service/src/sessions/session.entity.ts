import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { dimensionColumns, dimensionUniques } from '../database/columns.ts';

/** One run or conversation of an agent. */
export const Session = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: dimensionColumns,
  uniques: dimensionUniques('sessions'),
});

export type Session = InferEntity<typeof Session>;

import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { dimensionColumns, dimensionUniques } from '../database/columns.ts';

/** A customer of the developer. */
export const Customer = defineEntity({
  name: 'Customer',
  tableName: 'customers',
  properties: dimensionColumns,
  uniques: dimensionUniques('customers'),
});

export type Customer = InferEntity<typeof Customer>;

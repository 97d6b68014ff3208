import { defineEntity } from '@mikro-orm/core';
import { dimensionColumns, dimensionUniques } from '../../database/columns.ts';

/** A customer of the developer. */
export const CustomerEntity = defineEntity({
  name: 'Customer',
  tableName: 'customers',
  properties: dimensionColumns,
  uniques: dimensionUniques('customers'),
});

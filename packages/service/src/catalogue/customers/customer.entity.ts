import { defineEntity } from '@mikro-orm/core';
import { dimensionColumns, dimensionUniques } from '../../database/entity-properties.ts';

export const CustomerEntity = defineEntity({
  name: 'Customer',
  tableName: 'customers',
  properties: dimensionColumns,
  uniques: dimensionUniques('customers'),
});

import { defineEntity, p } from '@mikro-orm/core';

/** One row: the least schema number that a gateway must know. */
export const RequiredSchemaEntity = defineEntity({
  name: 'RequiredSchema',
  tableName: 'required_schema',
  properties: { number: p.integer().primary().autoincrement(false) },
});

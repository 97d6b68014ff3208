import { defineEntity, p } from '@mikro-orm/core';

/** One row: the least schema number that a gateway must know, and the number up to which old data is settled. */
export const RequiredSchemaEntity = defineEntity({
  name: 'RequiredSchema',
  tableName: 'required_schema',
  properties: { number: p.integer().primary().autoincrement(false), settled: p.integer().default(0) },
});

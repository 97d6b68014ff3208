import { defineEntity, p } from '@mikro-orm/core';
import { decimal, instant } from '../database/entity-properties.ts';

export const RollupEntity = defineEntity({
  name: 'Rollup',
  tableName: 'rollups',
  properties: {
    developerId: p.uuid().primary(),
    cut: p.smallint().primary(),
    fact: p.smallint().primary(),
    grain: p.smallint().primary(),
    bucket: instant().primary(),
    key: p.uuid().primary(),
    total: decimal(),
    count: p.bigint().columnType('bigint'),
  },
});

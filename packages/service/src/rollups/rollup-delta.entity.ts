import { defineEntity, p } from '@mikro-orm/core';

/** Facts that are not in the rollups yet: see `rollup-deltas.ts`. The n-th of each array is of the n-th record. */
export const RollupDeltaEntity = defineEntity({
  name: 'RollupDelta',
  tableName: 'rollup_deltas',
  properties: {
    developerId: p.uuid().primary(),
    id: p.uuid().primary(),
    fact: p.smallint().primary(),
    records: p.integer(),
    agentIds: p.array().columnType('uuid[]'),
    customerIds: p.array().columnType('uuid[]'),
    amounts: p.array().columnType('numeric[]'),
    times: p.array().columnType('timestamptz[]'),
  },
});

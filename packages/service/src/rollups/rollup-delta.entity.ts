import { defineEntity, p } from '@mikro-orm/core';

/** Entries of records that are not folded yet. The arrays have one element for each record, in one order. */
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
    /** -1: the records count no longer. */
    sign: p.smallint().default(1),
  },
});

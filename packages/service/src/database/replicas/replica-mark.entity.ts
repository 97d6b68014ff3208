import { defineEntity, p } from '@mikro-orm/core';
import { instant } from '../columns.ts';

/** What a gateway writes to see it on its replicas: see `primary-position.ts`. */
export const ReplicaMarkEntity = defineEntity({
  name: 'ReplicaMark',
  tableName: 'replica_marks',
  properties: {
    /** Of the gateway. */
    id: p.uuid().primary(),
    /** Milliseconds on the gateway's own clock. */
    mark: p.bigint().columnType('bigint'),
    writtenAt: instant(),
  },
});

import { defineEntity, p } from '@mikro-orm/core';
import { instant } from '../entity-properties.ts';

/** The latest mark of each gateway that uses replicas: `primary-position.ts` says what for. */
export const ReplicaMarkEntity = defineEntity({
  name: 'ReplicaMark',
  tableName: 'replica_marks',
  properties: {
    /** Id of the gateway process. */
    id: p.uuid().primary(),
    /** Milliseconds on the gateway's clock. */
    mark: p.bigint().columnType('bigint'),
    writtenAt: instant(),
  },
});

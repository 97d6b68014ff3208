import { defineEntity, p } from '@mikro-orm/core';
import { instant } from '../database/entity-properties.ts';

/** How much of one source had one outcome in one hour. Kept for seven days. */
export const TraceSourceEntity = defineEntity({
  name: 'TraceSource',
  tableName: 'trace_sources',
  properties: {
    developerId: p.uuid().primary(),
    hour: instant().primary(),
    /** Derived from signal, software and name. */
    sourceId: p.uuid().primary(),
    /** See `Outcome`. */
    outcome: p.text().primary(),
    signal: p.text(),
    software: p.text(),
    name: p.text(),
    count: p.bigint().columnType('bigint'),
    /** Why the latest was refused. */
    reason: p.text().nullable(),
    lastAt: instant(),
  },
});

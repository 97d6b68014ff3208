import { defineEntity, p } from '@mikro-orm/core';
import { instant } from '../database/entity-properties.ts';

/**
 * Events of a request from the commit of their spans until they are recorded. If the gateway dies in between, another
 * records them when they are due.
 */
export const ToldEventEntity = defineEntity({
  name: 'ToldEvent',
  tableName: 'told_events',
  properties: {
    developerId: p.uuid().primary(),
    id: p.uuid().primary(),
    /** JSON of a list of events, each with its origin and source. */
    events: p.text(),
    createdAt: instant(),
    dueAt: instant(),
  },
  indexes: [{ name: 'told_events_due_index', properties: ['dueAt'] }],
});

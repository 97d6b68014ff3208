import { defineEntity, p } from '@mikro-orm/core';
import { instant } from '../database/entity-properties.ts';

/**
 * What finding ancestors needs of a span, for 48 hours. A row with `dueAt` has work left: an event to record, or keys that came too late
 * for its event.
 */
export const SpanEntity = defineEntity({
  name: 'Span',
  tableName: 'spans',
  properties: {
    developerId: p.uuid().primary(),
    /** The trace id, of as many bytes as a UUID. */
    traceId: p.uuid().primary(),
    spanId: p.blob().primary(),
    parentSpanId: p.blob().nullable(),
    /** See `roles`. */
    role: p.smallint(),
    hasUsage: p.boolean(),
    isComplete: p.boolean(),
    /** JSON of its names and those of its resource; null if there are none. */
    names: p.text().nullable(),
    callAbove: p.blob().nullable(),
    isOpen: p.boolean(),
    /** See `states`. */
    state: p.smallint(),
    /** JSON of the event and its source until it is recorded. */
    event: p.text().nullable(),
    /** JSON of what an ancestor changes that came after the event was recorded. */
    change: p.text().nullable(),
    dueAt: instant().nullable(),
    seenAt: instant(),
  },
  indexes: [
    {
      name: 'spans_incomplete_index',
      properties: ['developerId', 'traceId', 'parentSpanId'],
      where: { isComplete: false },
    },
    { name: 'spans_due_index', properties: ['dueAt'], where: { dueAt: { $ne: null } } },
    { name: 'spans_seen_index', properties: ['seenAt'] },
  ],
});

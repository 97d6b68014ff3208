import { defineEntity, p } from '@mikro-orm/core';
import { count, decimal, filterIndexes, instant, tenantKey } from '../../database/entity-properties.ts';

/** A run that gives events of the past the cost of the prices of now, or that gives them back the one of before. */
export const RepricingEntity = defineEntity({
  name: 'Repricing',
  tableName: 'repricings',
  properties: {
    ...tenantKey,
    /** The run that this one undoes. */
    revertsId: p.uuid().nullable(),
    fromAt: instant(),
    toAt: instant(),
    model: p.text().nullable(),
    provider: p.text().nullable(),
    state: p.enum(['running', 'done', 'failed']).columnType('text'),
    /** The last event, or the last amendment, that the run has come to. */
    afterAt: instant().nullable(),
    afterId: p.uuid().nullable(),
    events: count(),
    unpricedBefore: count(),
    oldCost: decimal(),
    newCost: decimal(),
    /** Events that a revert leaves as they are, because they were corrected since. */
    keptEvents: count(),
    reason: p.text(),
    /** See `authors`. */
    byKind: p.smallint(),
    byId: p.uuid(),
    createdAt: instant(),
    finishedAt: instant().nullable(),
  },
  indexes: [
    { name: 'repricings_running_index', properties: ['developerId', 'id'], where: { state: 'running' } },
    ...filterIndexes('repricings', ['revertsId']),
  ],
});

/** What one transaction of a run has done, for followers. */
export const RepricingStepEntity = defineEntity({
  name: 'RepricingStep',
  tableName: 'repricing_steps',
  properties: { ...tenantKey, repricingId: p.uuid(), events: count(), costChange: decimal() },
});

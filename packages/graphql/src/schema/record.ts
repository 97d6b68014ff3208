import type { Event, Goal, Outcome, Revenue } from '@outturn/service';
import { builder } from '../builder.ts';

/** A record of any kind; where several kinds stand together, `kind` tells them apart. */
type AnyRecord = Partial<Revenue & Outcome & Goal & Event> & { kind?: keyof typeof typeNames };

const typeNames = { revenues: 'Revenue', outcomes: 'Outcome', goals: 'Goal', events: 'Event' };

export const RecordInterface = builder.interfaceRef<AnyRecord>('Record').implement({
  description: 'A recorded fact: a revenue, an outcome, a goal or an event.',
  resolveType: ({ kind }) => kind && typeNames[kind],
  fields: (t) => ({
    id: t.field({ type: 'ID', resolve: ({ id = '' }) => id }),
    time: t.field({
      type: 'DateTime',
      description: 'When it counts: `recordedAt`, `generatedAt`, `achievedAt` or `occurredAt`.',
      resolve: ({ recordedAt, generatedAt, achievedAt, occurredAt }) =>
        recordedAt ?? generatedAt ?? achievedAt ?? occurredAt ?? '',
    }),
    agentKey: t.exposeString('agentKey', { nullable: true }),
    customerKey: t.exposeString('customerKey', { nullable: true }),
    createdAt: t.field({ type: 'DateTime', resolve: ({ createdAt = '' }) => createdAt }),
  }),
});

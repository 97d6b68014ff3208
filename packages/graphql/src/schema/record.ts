import { typeNameOf } from '@outturn/service';
import type { InterfaceRef } from '@pothos/core';
import type { Types } from '../builder.ts';
import type { Draft } from '../mount/draft.ts';

/** A record of any kind; where several kinds stand together, `kind` tells them apart. */
type AnyRecord = {
  id?: string;
  agentKey?: string | null;
  customerKey?: string | null;
  createdAt?: string;
  kind?: string;
};

/** The fields of every kind of record. Each kind says which of its own fields is its `time`. */
export function recordInterface({ builder }: Draft): InterfaceRef<Types, AnyRecord> {
  return builder.interfaceRef<AnyRecord>('Record').implement({
    description: 'A recorded fact, such as a revenue.',
    resolveType: ({ kind }) => kind && typeNameOf({ name: kind }),
    fields: (t) => ({
      id: t.field({ type: 'ID', resolve: ({ id = '' }) => id }),
      time: t.field({
        type: 'DateTime',
        description: 'When it counts, such as the `recordedAt` of a revenue.',
        resolve: () => {
          throw new Error('A kind of record has no time of its own');
        },
      }),
      agentKey: t.exposeString('agentKey', { nullable: true }),
      customerKey: t.exposeString('customerKey', { nullable: true }),
      createdAt: t.field({ type: 'DateTime', resolve: ({ createdAt = '' }) => createdAt }),
    }),
  });
}

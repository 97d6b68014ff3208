import { typeNameOf } from '@outturn/service';
import type { InterfaceRef } from '@pothos/core';
import type { Types } from '../builder.ts';
import type { Draft } from '../mount/schema-builder.ts';

/** `kind` tells records of several kinds apart. */
type AnyRecord = {
  id?: string;
  agentKey?: string | null;
  customerKey?: string | null;
  createdAt?: string;
  kind?: string;
};

/** Each kind names its own `time`. */
export function recordInterface({ builder }: Draft): InterfaceRef<Types, AnyRecord> {
  return builder.interfaceRef<AnyRecord>('Record').implement({
    description: 'A record, such as a revenue.',
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

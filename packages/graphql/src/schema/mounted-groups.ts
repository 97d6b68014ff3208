import { type AnyRecordKind, operations, relationsOf } from '@outturn/service';
import { mountReadable, mountRecordKind } from '../mount/mount-group.ts';
import type { Draft } from '../mount/schema-builder.ts';
import { recordInterface } from './record-interface.ts';

const { agents, customers, goalTypes, sessions, tools } = operations;

export type Things = ReturnType<typeof mountThings>;

export function mountThings(draft: Draft, kinds: readonly AnyRecordKind[]) {
  const record = recordInterface(draft);
  return {
    record,
    kinds: kinds.map((kind) => ({
      kind,
      ...mountRecordKind(draft, kind.operations, [record]),
      ...relationsOf(kind),
    })),
    goalTypes: mountReadable(draft, goalTypes),
    agents: mountReadable(draft, agents),
    customers: mountReadable(draft, customers),
    tools: mountReadable(draft, tools),
    sessions: mountReadable(draft, sessions),
  };
}

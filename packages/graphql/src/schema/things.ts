import { operations } from '@outturn/service';
import type { Draft } from '../mount/draft.ts';
import { type MountedKind, mountReadable, mountRecordKind } from '../mount/mount-group.ts';
import { recordInterface } from './record.ts';

const { agents, customers, events, goals, goalTypes, outcomes, revenues, sessions, tools } = operations;

export type Things = ReturnType<typeof mountThings>;

/** Mounts what is recorded and what records name. `kinds` are kinds of records besides those of the product. */
export function mountThings(draft: Draft, kinds: readonly MountedKind[]) {
  const record = recordInterface(draft);
  const interfaces = [record];
  return {
    record,
    further: kinds.map((kind) => mountRecordKind(draft, kind, interfaces)),
    revenues: mountRecordKind(draft, revenues, interfaces),
    outcomes: mountRecordKind(draft, outcomes, interfaces),
    goals: mountRecordKind(draft, goals, interfaces),
    events: mountRecordKind(draft, events, interfaces),
    goalTypes: mountReadable(draft, goalTypes),
    agents: mountReadable(draft, agents),
    customers: mountReadable(draft, customers),
    tools: mountReadable(draft, tools),
    sessions: mountReadable(draft, sessions),
  };
}

import type { AppRouter } from '@outturn/trpc';
import type { inferRouterInputs } from '@trpc/server';

type Inputs = inferRouterInputs<AppRouter>;

export type RecordKind = 'events' | 'goals' | 'revenues';

type RecordOf<Kind extends RecordKind> = {
  kind: Kind;
  input: Inputs[Kind]['record'];
  /** Deterministic. */
  idempotencyKey: string;
};

/** A revenue refers to its goal and event, whose ids are known once they are recorded. */
export type DemoRecord =
  | RecordOf<'events'>
  | RecordOf<'goals'>
  | (RecordOf<'revenues'> & { goal: RecordOf<'goals'>; event: RecordOf<'events'> | undefined });

/** A conversation of an agent with a customer. Records are sorted by time. */
export type DemoSession = {
  key: string;
  agentKey: string;
  customerKey: string;
  start: Date;
  end: Date;
  records: DemoRecord[];
};

export type DemoEntities = {
  [Group in 'agents' | 'customers' | 'goalTypes' | 'tools']: Inputs[Group]['create'][];
};

import type { AppRouter } from '@outturn/trpc';
import type { inferRouterInputs } from '@trpc/server';

type Inputs = inferRouterInputs<AppRouter>;

/** The kinds of records that a session leaves. */
export type RecordKind = 'events' | 'goals' | 'revenues';

type RecordOf<Kind extends RecordKind> = {
  kind: Kind;
  input: Inputs[Kind]['record'];
  /** The same whenever the record is made again. */
  idempotencyKey: string;
};

/** A record. A revenue names the records that brought it, whose ids are known once these are recorded. */
export type DemoRecord =
  | RecordOf<'events'>
  | RecordOf<'goals'>
  | (RecordOf<'revenues'> & { goal: RecordOf<'goals'>; event: RecordOf<'events'> | undefined });

/** One conversation of one agent with one customer. Its records are in the order of their times. */
export type DemoSession = {
  key: string;
  agentKey: string;
  customerKey: string;
  start: Date;
  end: Date;
  records: DemoRecord[];
};

/** The dimensions that sessions name, with names, values and metadata. */
export type DemoEntities = {
  [Group in 'agents' | 'customers' | 'goalTypes' | 'tools']: Inputs[Group]['create'][];
};

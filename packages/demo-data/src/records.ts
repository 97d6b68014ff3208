import type { AppRouter } from '@outturn/trpc';
import type { inferRouterInputs } from '@trpc/server';

type Inputs = inferRouterInputs<AppRouter>;

/** The kinds of records that a session leaves. */
export type RecordKind = 'events' | 'goals' | 'revenues';

/** A record, and the key that it has whenever it is made anew. */
export type DemoRecord = {
  [Kind in RecordKind]: { kind: Kind; input: Inputs[Kind]['record']; idempotencyKey: string };
}[RecordKind];

/** One conversation of one agent with one customer. Its records are in the order of their times. */
export type DemoSession = {
  key: string;
  agentKey: string;
  customerKey: string;
  start: Date;
  end: Date;
  records: DemoRecord[];
};

/** What is there before the first session: things with names, values and metadata. */
export type DemoThings = {
  [Group in 'agents' | 'customers' | 'goalTypes' | 'tools']: Inputs[Group]['create'][];
};

import type { z } from 'zod';
import type { Scope } from '../base/scopes.ts';
import type { CommitFeed } from '../live/commit-feed.ts';
import type { QueryContext } from './define.ts';

/** What a subscription sends. With an id, a reader that was cut off resumes behind it. */
export type LiveEvent<T> = { id?: string; data: T };

/** What a subscription sees. It ends when the signal aborts. */
type SubscriptionContext = QueryContext & { commits: CommitFeed; signal: AbortSignal };

/** Something to follow: a name, a scope, schemas and a source of events, like an operation. */
export type Subscription<
  Name extends string = string,
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> = {
  kind: 'subscription';
  name: Name;
  summary: string;
  description?: string;
  /** Absent where it depends on the input; `run` checks then. */
  scope?: Scope;
  input: Input;
  output: Output;
  run(context: SubscriptionContext, input: z.output<Input>): AsyncGenerator<LiveEvent<z.output<Output>>>;
};

/** Names a subscription, checked against its schemas. */
export function defineSubscription<Name extends string, Input extends z.ZodType, Output extends z.ZodType>(
  definition: Omit<Subscription<Name, Input, Output>, 'kind'>,
): Subscription<Name, Input, Output> {
  return { ...definition, kind: 'subscription' };
}

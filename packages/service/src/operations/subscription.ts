import type { z } from 'zod';
import type { Scope } from '../base/scopes.ts';
import type { CommitFeed } from '../live/commit-feed.ts';
import type { QueryContext } from './define.ts';

/** One message of a live stream. A client that passes `id` to its next subscription continues behind this event. */
export type LiveEvent<T> = { id?: string; data: T };

/** `signal` aborts when the stream must end. */
type SubscriptionContext = QueryContext & { commits: CommitFeed; signal: AbortSignal };

export type Subscription<
  Name extends string = string,
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> = {
  kind: 'subscription';
  name: Name;
  summary: string;
  description?: string;
  /** Absent if the scopes depend on the input: `run` then checks them. */
  scope?: Scope;
  /** Whether events have ids, and the input takes the last one as `lastEventId`. */
  isResumable?: boolean;
  input: Input;
  output: Output;
  /** Yields the events. It is ended from outside, also while it waits. */
  run(context: SubscriptionContext, input: z.output<Input>): AsyncGenerator<LiveEvent<z.output<Output>>>;
};

/** Defines a live stream for all surfaces, as `defineQuery` does a query. */
export function defineSubscription<Name extends string, Input extends z.ZodType, Output extends z.ZodType>(
  definition: Omit<Subscription<Name, Input, Output>, 'kind'>,
): Subscription<Name, Input, Output> {
  return { ...definition, kind: 'subscription' };
}

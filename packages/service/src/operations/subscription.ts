import type { z } from 'zod';
import type { Scope } from '../base/scopes.ts';
import type { CommitFeed } from '../live/commit-feed.ts';
import type { QueryContext } from './define.ts';

/** Readers resume after `id`. */
export type LiveEvent<T> = { id?: string; data: T };

/** `signal` ends it. */
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
  /** Absent if it depends on the input, which `run` checks. */
  scope?: Scope;
  /** Its events have ids, and its input takes `lastEventId`. */
  isResumable?: boolean;
  input: Input;
  output: Output;
  run(context: SubscriptionContext, input: z.output<Input>): AsyncGenerator<LiveEvent<z.output<Output>>>;
};

export function defineSubscription<Name extends string, Input extends z.ZodType, Output extends z.ZodType>(
  definition: Omit<Subscription<Name, Input, Output>, 'kind'>,
): Subscription<Name, Input, Output> {
  return { ...definition, kind: 'subscription' };
}

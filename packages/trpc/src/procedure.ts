import { isMutation, type Operation, type Subscription, toOutturnError } from '@outturn/service';
import { type TrackedEnvelope, tracked } from '@trpc/server';
import type { z } from 'zod';
import { type TrpcContext, t, toTrpcError } from './trpc.ts';

type Options = { ctx: TrpcContext; input: unknown };

/** Types only: `execute` is what validates, for every surface. */
function typed<T>() {
  return (input: unknown): T => input as T;
}

/**
 * Tells tools of tRPC the schemas of a procedure, in the place where they read them. Given to `.input()` and `.output()`
 * they would validate a second time; parsers that let everything through would still cost 4 µs a call.
 */
function withSchemas<Procedure extends { _def: object }>(
  procedure: Procedure,
  { input, output }: { input: z.ZodType; output: z.ZodType },
): Procedure {
  Object.assign(procedure._def, { inputs: [input], output });
  return procedure;
}

/** Mounts an operation that reads as a tRPC query. */
export function query<Input extends z.ZodType, Output extends z.ZodType>(
  operation: Operation<string, Input, Output> & { kind: 'query' },
) {
  const procedure = t.procedure.input(typed<z.input<Input>>()).query((options) => run(operation, options));
  return withSchemas(procedure, operation);
}

/** Mounts an operation that writes as a tRPC mutation. */
export function mutation<Input extends z.ZodType, Output extends z.ZodType>(
  operation: Operation<string, Input, Output> & { kind: 'command' | 'record' | 'record-batch' },
) {
  const input = operation.kind === 'record-batch' ? operation.items : operation.input;
  const procedure = t.procedure
    .meta({ operation })
    .input(typed<z.input<Input>>())
    .mutation((options) => run(operation, options));
  return withSchemas(procedure, { input, output: operation.output });
}

/**
 * Mounts a subscription as a tRPC subscription over SSE. Its output schema is that of one event. Events with an id are
 * tracked: clients resume behind them.
 */
export function subscription<Input extends z.ZodType, Output extends z.ZodType>(
  operation: Subscription<string, Input, Output>,
) {
  const procedure = t.procedure
    .input(typed<z.input<Input>>())
    .subscription(({ ctx, input, signal }) => follow(operation, { ctx, input, signal }));
  return withSchemas(procedure, operation);
}

/** What is sent: with an id where the input takes one to resume behind. */
type Sent<Input extends z.ZodType, Output extends z.ZodType> = 'lastEventId' extends keyof z.input<Input>
  ? TrackedEnvelope<z.output<Output>>
  : z.output<Output>;

async function* follow<Input extends z.ZodType, Output extends z.ZodType>(
  operation: Subscription<string, Input, Output>,
  { ctx, input, signal = new AbortController().signal }: Options & { signal: AbortSignal | undefined },
): AsyncGenerator<Sent<Input, Output>, void> {
  try {
    for await (const { id, data } of ctx.service.subscribe(
      operation,
      { call: ctx.call, signal },
      input ?? {},
    )) {
      const sent = id === undefined ? data : tracked(id, data);
      // Whoever takes `lastEventId` gives each event an id, and nobody else does.
      yield sent as Sent<Input, Output>;
    }
  } catch (error) {
    throw toTrpcError(toOutturnError(error));
  }
}

async function run<Input extends z.ZodType, Output extends z.ZodType>(
  operation: Operation<string, Input, Output>,
  { ctx, input }: Options,
): Promise<z.output<Output>> {
  try {
    const { output, replayed, retryAfter = 0 } = await ctx.service.execute(operation, ctx.call, input ?? {});
    ctx.answer.retryAfter = Math.max(ctx.answer.retryAfter, retryAfter);
    if (replayed) ctx.answer.replayed = true;
    else if (isMutation(operation)) ctx.answer.done = true;
    return output.value;
  } catch (error) {
    if (isMutation(operation)) ctx.answer.done = true;
    throw toTrpcError(toOutturnError(error));
  }
}

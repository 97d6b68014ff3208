import { isMutation, type Operation, type Subscription, toOutturnError } from '@outturn/service';
import { type TrackedEnvelope, tracked } from '@trpc/server';
import { z } from 'zod';
import { type TrpcContext, t, toTrpcError } from './trpc.ts';

type Options = { ctx: TrpcContext; input: unknown };

/**
 * The input parser of a procedure: it only gives the input its type, because `execute` validates for every surface.
 */
function typed<T>() {
  return (input: unknown): T => input as T;
}

/**
 * Shows the schemas to the tools of tRPC, which read them from `_def`. `.input(schema)` and `.output(schema)` would
 * do that, too, and validate once more at each call; parsers that pass everything cost 4 µs a call.
 */
function withSchemas<Procedure extends { _def: object }>(
  procedure: Procedure,
  { input, output }: { input: z.ZodType; output: z.ZodType },
): Procedure {
  Object.assign(procedure._def, { inputs: [input], output });
  return procedure;
}

export function query<Input extends z.ZodType, Output extends z.ZodType>(
  operation: Operation<string, Input, Output> & { kind: 'query' },
) {
  const isList = operation.input instanceof z.ZodObject && 'cursor' in operation.input.shape;
  const procedure = t.procedure
    .input(typed<z.input<Input>>())
    .query(({ ctx, input }) => run(operation, { ctx, input: isList ? withoutDirection(input) : input }));
  return withSchemas(procedure, operation);
}

/** Infinite queries of the libraries for tRPC send a `direction` beside the cursor, which no list has. */
function withoutDirection(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || !('direction' in input)) return input;
  const { direction: _, ...rest } = input;
  return rest;
}

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
 * Serves a subscription as Server-Sent Events. The output schema is that of one event. Events with an id can be
 * resumed after: the client sends the last id as `lastEventId`.
 */
export function subscription<Input extends z.ZodType, Output extends z.ZodType>(
  operation: Subscription<string, Input, Output>,
) {
  const procedure = t.procedure
    .input(typed<z.input<Input>>())
    .subscription(({ ctx, input, signal }) => follow(operation, { ctx, input, signal }));
  return withSchemas(procedure, operation);
}

/**
 * The data that tRPC sends for one event: with an id where the input takes `lastEventId`, and the data alone
 * elsewhere.
 */
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
      // Events have ids if the input takes `lastEventId`.
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

import { type Operation, toOutturnError } from '@outturn/service';
import type { z } from 'zod';
import { type TrpcContext, t, toTrpcError } from './trpc.ts';

type Options = { ctx: TrpcContext; input: unknown };

/** Types only: `execute` is what validates, for every surface. */
function typed<T>() {
  return (input: unknown): T => input as T;
}

/** Mounts an operation that reads as a tRPC query. */
export function query<Input extends z.ZodType, Output extends z.ZodType>(
  operation: Operation<string, Input, Output> & { kind: 'query' },
) {
  return t.procedure.input(typed<z.input<Input>>()).query((options) => run(operation, options));
}

/** Mounts an operation that writes as a tRPC mutation. */
export function mutation<Input extends z.ZodType, Output extends z.ZodType>(
  operation: Operation<string, Input, Output> & { kind: 'command' | 'record' | 'record-batch' },
) {
  return t.procedure.input(typed<z.input<Input>>()).mutation((options) => run(operation, options));
}

async function run<Input extends z.ZodType, Output extends z.ZodType>(
  operation: Operation<string, Input, Output>,
  { ctx, input }: Options,
): Promise<z.output<Output>> {
  try {
    const { output, replayed } = await ctx.service.execute(operation, ctx.call, input ?? {});
    if (replayed) ctx.answer.replayed = true;
    return output.value;
  } catch (error) {
    throw toTrpcError(toOutturnError(error));
  }
}

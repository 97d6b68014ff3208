import { z } from 'zod';
import { hint } from '../schema/hint.ts';
import type { RecordBatch, RecordOperation } from './define.ts';

/** At most this many items in one batch. */
const MAX_ITEMS = 1000;

const right = hint(`must be a JSON array of 1 to ${MAX_ITEMS} records`);

/** The outcome of one item, in the place of its item. */
function resultOf<Output extends z.ZodType>(record: Output) {
  return z.discriminatedUnion('status', [
    z.object({ status: z.enum(['created', 'replayed']), record }),
    z.object({
      status: z.literal('rejected'),
      error: z.object({
        code: z.string(),
        message: z.string(),
        details: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
      }),
    }),
  ]);
}

function batchResultOf<Output extends z.ZodType>(record: Output) {
  return z.object({
    created: z.int(),
    replayed: z.int(),
    rejected: z.int(),
    results: z.array(resultOf(record)),
  });
}

export type BatchItem<Input> = Input & { idempotencyKey?: string };

/** The batch of a record operation. Items are validated one by one, so that a bad one never fails its neighbours. */
export function defineRecordBatch<Name extends string, Input extends z.ZodType, Output extends z.ZodType>(
  of: RecordOperation<string, Input, Output>,
  definition: { name: Name; summary: string },
): RecordBatch<
  Name,
  z.ZodType<unknown[], BatchItem<z.input<Input>>[]>,
  ReturnType<typeof batchResultOf<Output>>
> {
  const list = z.array(z.unknown(), right).min(1, right).max(MAX_ITEMS, right);
  return {
    ...definition,
    kind: 'record-batch',
    description:
      'Every item is created, replayed or rejected by itself; results come in the order of the items.',
    scope: of.scope,
    // The items' type is what callers send; `of` checks each at run time.
    input: list as z.ZodType<unknown[], BatchItem<z.input<Input>>[]>,
    output: batchResultOf(of.output),
    of,
  };
}

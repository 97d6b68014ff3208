import { z } from 'zod';
import type { SentError } from '../base/errors.ts';
import { hint } from '../schema/error-message.ts';
import { IdempotencyKey } from '../schema/idempotency-key.ts';
import { EchoOut, textOut } from '../schema/text.ts';
import type { RecordBatch, RecordOperation, RestMount, Writes } from './define.ts';

const MAX_ITEMS = 1000;

const hintText = hint(`must be a JSON array of 1 to ${MAX_ITEMS} records`);

export const Rejection = z
  .object({
    // `execute-batch` writes the codes of errors alone.
    code: textOut().meta({ description: 'Short name of the error.' }) as z.ZodType<SentError['code']>,
    message: EchoOut.meta({ description: 'Explanation for people.' }),
    details: z
      .array(
        z.object({
          field: EchoOut.meta({ description: 'Path of the field, such as `amount` or `metadata.plan`.' }),
          message: EchoOut.meta({ description: 'Explanation for people.' }),
        }),
      )
      .optional()
      .meta({ description: 'One entry per field that is wrong.' }),
  })
  .meta({ description: 'Why the item was rejected.' });

const resultFields = { record: 'record', correction: 'correction', refund: 'record' } as const;

type ResultField = (typeof resultFields)[Writes];

function resultOf<Field extends ResultField, Output extends z.ZodType>(field: Field, output: Output) {
  const status = { description: 'Result of the item.' };
  const written = { [field]: output } as { [Name in Field]: Output };
  return z.discriminatedUnion('status', [
    z.object({ status: z.enum(['created', 'replayed']).meta(status), ...written }),
    z.object({ status: z.literal('rejected').meta(status), error: Rejection }),
  ]);
}

function tally(description: string) {
  return z.int().min(0).max(MAX_ITEMS).meta({ description });
}

function batchResultOf<Field extends ResultField, Output extends z.ZodType>(field: Field, output: Output) {
  return z.object({
    created: tally('How many items were created.'),
    replayed: tally('How many items had been created before.'),
    rejected: tally('How many items were rejected.'),
    results: z
      .array(resultOf(field, output))
      .meta({ description: 'Result of each item, in the order of the items.' }),
  });
}

export type BatchItem<Input> = Input & { idempotencyKey?: string };

/** Validated one by one: an invalid item fails no other. */
export function defineRecordBatch<
  Name extends string,
  What extends Writes,
  Input extends z.ZodObject,
  Output extends z.ZodType,
>(
  of: RecordOperation<string, Input, Output> & { writes: What },
  definition: { name: Name; summary: string; rest: RestMount },
): RecordBatch<
  Name,
  z.ZodType<unknown[], BatchItem<z.input<Input>>[]>,
  ReturnType<typeof batchResultOf<(typeof resultFields)[What], Output>>
> {
  const list = z.array(z.unknown(), hintText).min(1, hintText).max(MAX_ITEMS, hintText);
  const item = of.input.safeExtend({
    idempotencyKey: IdempotencyKey.nullish().meta({
      description:
        'A key of its own for this item. Without one, item *i* uses `<key>:<i>` where the request has a key.',
    }),
  });
  return {
    ...definition,
    kind: 'record-batch',
    description:
      'Every item is created, replayed or rejected by itself; results come in the order of the items.',
    scope: of.scope,
    // `of` checks each item at run time.
    input: list as z.ZodType<unknown[], BatchItem<z.input<Input>>[]>,
    items: z.array(item).min(1).max(MAX_ITEMS),
    output: batchResultOf(resultFields[of.writes], of.output),
    of,
    field: resultFields[of.writes],
  };
}

import { type OutturnError, toOutturnError } from './errors.ts';
import type { Execution, Runtime, WriteCall } from './execute.ts';
import { recordOne, reusedError } from './execute-record.ts';
import { parseIdempotencyKey } from './idempotency-header.ts';
import type { RecordBatch } from './operation.ts';
import { Rendered } from './rendered.ts';
import { validate } from './schema/validate.ts';

type AnyRecordBatch = RecordBatch<string, import('zod').ZodType, import('zod').ZodType>;

/** Records up to 1,000 facts. Every item stands alone: it is created, replayed or rejected by itself, in order. */
export async function executeBatch<T>(
  runtime: Runtime,
  operation: AnyRecordBatch,
  call: WriteCall,
  input: unknown,
): Promise<Execution<T>> {
  // The schema of the batch only checks that it is a list of the right length; items are validated one by one.
  const items = validate(operation.input, input) as unknown[];
  const results = await Promise.all(items.map((item, i) => recordItem(runtime, operation, call, item, i)));
  const count = (status: string) => results.filter((result) => result.status === status).length;
  const created = count('created');
  const replayed = count('replayed');
  const texts = results.map((result) => result.text).join(',');
  return {
    output: new Rendered<T>(
      `{"created":${created},"replayed":${replayed},"rejected":${results.length - created - replayed},"results":[${texts}]}`,
    ),
    replayed: replayed === results.length,
  };
}

type ItemResult = { status: 'created' | 'replayed' | 'rejected'; text: string };

async function recordItem(
  runtime: Runtime,
  { of }: AnyRecordBatch,
  { principal, idempotencyKey }: WriteCall,
  item: unknown,
  index: number,
): Promise<ItemResult> {
  try {
    const { ownKey, rest } = splitKey(item);
    const key = ownKey ?? (idempotencyKey && `${idempotencyKey}:${index}`);
    const written = await recordOne(runtime, of, { principal, idempotencyKey: key }, rest);
    if (written.kind === 'failed') throw written.error;
    if (written.kind === 'reused') throw reusedError(written.by);
    return { status: written.kind, text: `{"status":"${written.kind}","record":${written.text}}` };
  } catch (error) {
    return rejected(toOutturnError(error));
  }
}

function rejected({ code, message, details }: OutturnError): ItemResult {
  const error = { code, message, ...(details && { details }) };
  return { status: 'rejected', text: `{"status":"rejected","error":${JSON.stringify(error)}}` };
}

function splitKey(item: unknown): { ownKey: string | undefined; rest: unknown } {
  if (typeof item !== 'object' || item === null || !('idempotencyKey' in item))
    return { ownKey: undefined, rest: item };
  const { idempotencyKey, ...rest } = item;
  const ownKey = parseIdempotencyKey(String(idempotencyKey));
  if (typeof ownKey !== 'string') throw ownKey;
  return { ownKey, rest };
}

import type { z } from 'zod';
import { OutturnError, toOutturnError } from './errors.ts';
import type { Execution, Runtime, WriteCall } from './execute.ts';
import { successOf } from './execute-record.ts';
import { parseIdempotencyKey } from './idempotency-header.ts';
import type { PendingRecord } from './ledger/pending-record.ts';
import type { RecordBatch } from './operation.ts';
import { prepareRecord } from './prepare-record.ts';
import { Rendered } from './rendered.ts';
import { validate } from './schema/validate.ts';

type AnyRecordBatch = RecordBatch<string, z.ZodType, z.ZodType>;

/** Records up to 1,000 facts. Every item stands alone: it is created, replayed or rejected by itself, in order. */
export async function executeBatch<T>(
  runtime: Runtime,
  operation: AnyRecordBatch,
  call: WriteCall,
  input: unknown,
): Promise<Execution<T>> {
  // The schema of the batch only checks that it is a list of the right length; items are validated one by one.
  const items = validate(operation.input, input) as unknown[];
  const prepared: (PendingRecord | OutturnError)[] = [];
  for (const [i, item] of items.entries()) {
    const outcome = prepareItem(runtime, operation, call, item, i);
    prepared.push(outcome instanceof Promise ? await outcome : outcome);
  }
  const records = prepared.filter((outcome): outcome is PendingRecord => !(outcome instanceof OutturnError));
  await runtime.ledger.write(operation.of.ledger, call.principal.developerId, records);
  const tally = { created: 0, replayed: 0, rejected: 0 };
  const results = prepared.map((outcome) => {
    const { status, text } = toResult(outcome);
    tally[status]++;
    return text;
  });
  const { created, replayed, rejected } = tally;
  const text = `{"created":${created},"replayed":${replayed},"rejected":${rejected},"results":[${results.join(',')}]}`;
  return { output: new Rendered<T>(text), replayed: replayed === items.length };
}

type Prepared = PendingRecord | OutturnError;

function prepareItem(
  runtime: Runtime,
  { of }: AnyRecordBatch,
  { principal, idempotencyKey }: WriteCall,
  item: unknown,
  index: number,
): Prepared | Promise<Prepared> {
  try {
    const { ownKey, rest } = splitKey(item);
    const key = ownKey ?? (idempotencyKey && `${idempotencyKey}:${index}`);
    const record = prepareRecord(runtime, of, { principal, idempotencyKey: key }, rest);
    return record instanceof Promise ? record.catch(toOutturnError) : record;
  } catch (error) {
    return toOutturnError(error);
  }
}

function toResult(outcome: Prepared): { status: 'created' | 'replayed' | 'rejected'; text: string } {
  try {
    if (outcome instanceof OutturnError) throw outcome;
    const { kind, text } = successOf(outcome.written);
    return { status: kind, text: `{"status":"${kind}","record":${text}}` };
  } catch (error) {
    const { code, message, details } = toOutturnError(error);
    const shown = JSON.stringify({ code, message, ...(details && { details }) });
    return { status: 'rejected', text: `{"status":"rejected","error":${shown}}` };
  }
}

function splitKey(item: unknown): { ownKey: string | undefined; rest: unknown } {
  const hasKey = typeof item === 'object' && item !== null && 'idempotencyKey' in item;
  if (!hasKey) return { ownKey: undefined, rest: item };
  const { idempotencyKey, ...rest } = item;
  if (idempotencyKey == null) return { ownKey: undefined, rest };
  const ownKey = parseIdempotencyKey(idempotencyKey);
  if (ownKey instanceof OutturnError) throw ownKey;
  return { ownKey, rest };
}

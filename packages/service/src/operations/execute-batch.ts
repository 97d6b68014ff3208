import type { z } from 'zod';
import { invalidRequest, OutturnError, passingFailureOf, toOutturnError } from '../base/errors.ts';
import { joinBetween } from '../base/json-text.ts';
import type { Written } from '../ledger/pending-record.ts';
import { INVALID_ID } from '../schema/record-id.ts';
import { validate } from '../schema/validate.ts';
import type { RecordBatch } from './define.ts';
import { type Pending, successOf, toPending, writeAll } from './execute-record.ts';
import { isIdempotencyKey } from './idempotency-header.ts';
import { Rendered } from './rendered.ts';
import type { Execution, Runtime, WriteCall } from './runtime.ts';

type AnyRecordBatch = RecordBatch<string, z.ZodType, z.ZodType>;

/** Records are independent. Fails as a whole only if none was recorded and a retry may help. */
export async function executeBatch<T>(
  runtime: Runtime,
  operation: AnyRecordBatch,
  call: WriteCall,
  input: unknown,
): Promise<Execution<T>> {
  // Checks only the length.
  const items = validate(operation.input, input) as unknown[];
  // While prices are read, an item without tokens would get its id before earlier ones, whose ids would not ascend.
  if (operation.of.recordKind.derivation) await runtime.prices.of(call.principal.developerId);
  const preparing = items.map((item, i) => prepareItem(runtime, operation, call, item, i));
  const prepared = preparing.every(isPrepared) ? preparing : await Promise.all(preparing);
  const pending = prepared.filter((outcome): outcome is Pending => !(outcome instanceof OutturnError));
  const written = (await writeAll(runtime, operation.of, call, pending)).values();
  const tally = { created: 0, replayed: 0, rejected: 0 };
  const failures: OutturnError[] = [];
  const results = prepared.map((outcome) => {
    const { status, text, failure } = toResult(
      // Outcomes are in the order of the records.
      outcome instanceof OutturnError
        ? { kind: 'failed', error: outcome }
        : (written.next().value as Written),
      operation.field,
    );
    if (failure) failures.push(failure);
    tally[status]++;
    return text;
  });
  const { created, replayed, rejected } = tally;
  const failure = passingFailureOf(failures);
  // Items with a server error may have been recorded; a retry under the same keys finds out.
  if (failure && rejected === items.length) throw failure;
  // Once per batch.
  if (failure?.code === 'Server Error')
    runtime.onServerError(failure, { operation: operation.name, requestId: call.requestId });
  const head = `{"created":${created},"replayed":${replayed},"rejected":${rejected},"results":[`;
  const text = joinBetween(head, results, ']}');
  const execution = { output: new Rendered<T>(text), replayed: replayed === items.length };
  return failure?.retryAfter === undefined ? execution : { ...execution, retryAfter: failure.retryAfter };
}

type Prepared = Pending | OutturnError;

/** Avoids a thousand promises for prepared items. */
function isPrepared(outcome: Prepared | Promise<Prepared>): outcome is Prepared {
  return !(outcome instanceof Promise);
}

function prepareItem(
  runtime: Runtime,
  { of }: AnyRecordBatch,
  call: WriteCall,
  item: unknown,
  index: number,
): Prepared | Promise<Prepared> {
  try {
    const { ownKey, rest } = splitKey(item);
    const idempotencyKey = ownKey ?? (call.idempotencyKey && `${call.idempotencyKey}:${index}`);
    const record = toPending(runtime, of, { ...call, idempotencyKey }, rest);
    return record instanceof Promise ? record.catch(toOutturnError) : record;
  } catch (cause) {
    const error = toOutturnError(cause);
    // Alone, the id is that of the path.
    if (error.code !== INVALID_ID || error.details) return error;
    return new OutturnError(INVALID_ID, { details: [{ field: 'id', message: INVALID_ID }] });
  }
}

type Result = { status: 'created' | 'replayed' | 'rejected'; text: string; failure?: OutturnError };

/** `field` names what was written. */
function toResult(written: Written, field: AnyRecordBatch['field']): Result {
  try {
    const { kind, text } = successOf(written);
    return { status: kind, text: `{"status":"${kind}","${field}":${text}}` };
  } catch (error) {
    const failure = toOutturnError(error);
    const { code, message, details } = failure;
    const shown = JSON.stringify({ code, message, ...(details && { details }) });
    const text = `{"status":"rejected","error":${shown}}`;
    return { status: 'rejected', text, failure };
  }
}

function splitKey(item: unknown): { ownKey: string | undefined; rest: unknown } {
  const hasKey = typeof item === 'object' && item !== null && 'idempotencyKey' in item;
  if (!hasKey) return { ownKey: undefined, rest: item };
  const { idempotencyKey, ...rest } = item;
  if (idempotencyKey == null) return { ownKey: undefined, rest };
  if (isIdempotencyKey(idempotencyKey)) return { ownKey: idempotencyKey, rest };
  throw invalidRequest([{ field: 'idempotencyKey', message: 'must have 1 to 255 visible ASCII characters' }]);
}

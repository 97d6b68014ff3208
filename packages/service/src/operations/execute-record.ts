import type { z } from 'zod';
import { invalidRequest, OutturnError, usedElsewhere } from '../base/errors.ts';
import type { RecordKind } from '../kinds/record-kind.ts';
import type { PendingRecord, Written } from '../ledger/pending-record.ts';
import { prepareRecord } from '../ledger/prepare-record.ts';
import { validate } from '../schema/validate.ts';
import type { RecordOperation } from './define.ts';
import { Rendered } from './rendered.ts';
import type { Execution, Runtime, WriteCall } from './runtime.ts';

type AnyRecordOperation = RecordOperation<string, z.ZodType, z.ZodType>;

export async function executeRecord<T>(
  runtime: Runtime,
  operation: AnyRecordOperation,
  call: WriteCall,
  input: unknown,
): Promise<Execution<T>> {
  const pending = toPending(runtime, operation, call, input);
  const record = pending instanceof Promise ? await pending : pending;
  const [written] = await appendRecords(runtime, operation.recordKind, call, [record]);
  // One result per record.
  const { text, kind } = successOf(written as Written);
  return { output: new Rendered<T>(text), replayed: kind === 'replayed' };
}

/** Throws `Invalid Request`. */
export function toPending(
  { database, dimensions, observer }: Runtime,
  operation: AnyRecordOperation,
  { principal, idempotencyKey }: WriteCall,
  input: unknown,
): PendingRecord | Promise<PendingRecord> {
  // Schemas of records are objects.
  const valid = validate(operation.input, input) as object;
  const record = operation.recordKind.toRecord(valid);
  return prepareRecord({ database, dimensions }, operation.recordKind, record, {
    developerId: principal.developerId,
    operationName: operation.name,
    input: valid,
    idempotencyKey,
    tracing: observer.tracing,
  });
}

/** Rejects only if nothing was written. */
export function appendRecords(
  { database, ledger, touchRecordingAt }: Runtime,
  kind: RecordKind,
  { principal }: WriteCall,
  records: readonly PendingRecord[],
): Promise<Written[]> {
  const append = () => ledger.record(kind, principal.developerId, records);
  if (principal.kind !== 'session' || records.length === 0) return append();
  return touchRecordingAt(database, principal).then(append);
}

/** Throws if the record was refused or failed. */
export function successOf(written: Written): Extract<Written, { text: string }> {
  switch (written.kind) {
    case 'created':
    case 'replayed':
      return written;
    case 'reused':
      if (written.by === 'other operation') throw usedElsewhere();
      if (written.by === 'idempotency key') throw new OutturnError('Idempotency Key Reused');
      throw invalidRequest([{ field: 'key', message: 'was used before by a record with different content' }]);
    case 'failed':
      throw written.error;
  }
}

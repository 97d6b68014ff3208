import type { z } from 'zod';
import { invalidRequest, OutturnError, usedElsewhere } from '../base/errors.ts';
import {
  type CorrectionInput,
  type PendingCorrection,
  prepareCorrection,
} from '../ledger/correcting/pending-correction.ts';
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
  const [written] = await writeAll(runtime, operation, call, [record]);
  // One result per record.
  const { text, kind } = successOf(written as Written);
  return { output: new Rendered<T>(text), replayed: kind === 'replayed' };
}

/** A record or a correction on its way into the database. */
export type Pending = PendingRecord | PendingCorrection;

/** Throws `Invalid Request`. */
export function toPending(
  { database, dimensions, observer }: Runtime,
  operation: AnyRecordOperation,
  { principal, idempotencyKey }: WriteCall,
  input: unknown,
): Pending | Promise<Pending> {
  // Schemas of records are objects.
  const valid = validate(operation.input, input) as object;
  if (operation.writes === 'correction') {
    const call = { principal, operationName: operation.name, idempotencyKey };
    // `correctionSchemas` makes the schema.
    return prepareCorrection({ database, dimensions }, operation.recordKind, valid as CorrectionInput, call);
  }
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
export function writeAll(
  { database, ledger, corrector, touchRecordingAt }: Runtime,
  { recordKind: kind, writes }: Pick<AnyRecordOperation, 'recordKind' | 'writes'>,
  { principal }: WriteCall,
  pending: readonly Pending[],
): Promise<Written[]> {
  const { developerId } = principal;
  // `toPending` made them for this operation.
  const write = () =>
    writes === 'correction'
      ? corrector.correct(kind, developerId, pending as readonly PendingCorrection[])
      : ledger.record(kind, developerId, pending as readonly PendingRecord[]);
  if (principal.kind !== 'session' || pending.length === 0) return write();
  return touchRecordingAt(database, principal).then(write);
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
      throw invalidRequest([
        {
          field: 'key',
          message:
            'was used before by a record with different content: amend that one, or restore it if it is voided',
        },
      ]);
    case 'failed':
      throw written.error;
  }
}

import type { z } from 'zod';
import { invalidRequest, OutturnError, usedElsewhere } from '../base/errors.ts';
import type { Prices } from '../kinds/derivation.ts';
import {
  authorOf,
  type CorrectionInput,
  type PendingCorrection,
  prepareCorrection,
} from '../ledger/correcting/pending-correction.ts';
import { type PendingRefund, prepareRefund, type RefundInput } from '../ledger/correcting/pending-refund.ts';
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

/** What is on its way into the database. */
export type Pending = PendingRecord | PendingCorrection | PendingRefund;

/** Throws `Invalid Request`. */
export function toPending(
  runtime: Runtime,
  operation: AnyRecordOperation,
  call: WriteCall,
  input: unknown,
): Pending | Promise<Pending> {
  // Schemas of records are objects.
  const valid = (call.isChecked ? input : validate(operation.input, input)) as object;
  const { name: operationName, recordKind: kind } = operation;
  const { database, dimensions, prices } = runtime;
  const { principal, idempotencyKey } = call;
  const { developerId } = principal;
  const lookups = { database, dimensions, prices };
  switch (operation.writes) {
    case 'record': {
      const { derivation } = kind;
      if (!derivation) return toRecording(runtime, operation, call, { sent: valid, derived: valid });
      const known = derivation.needsPrices(valid) ? prices.of(developerId) : undefined;
      const withPrices = (of: Prices | undefined) =>
        toRecording(runtime, operation, call, { sent: valid, derived: derivation.derive(valid, of) });
      return known instanceof Promise ? known.then(withPrices) : withPrices(known);
    }
    case 'correction': {
      const author = authorOf(principal);
      const correcting = { developerId, author, operationName, idempotencyKey };
      // `correctionSchemas` makes the schema.
      return prepareCorrection(lookups, kind, valid as CorrectionInput, correcting);
    }
    case 'refund': {
      const refunding = { developerId, operationName, idempotencyKey };
      // `refundSchemas` makes the schema.
      return prepareRefund(lookups, kind, valid as RefundInput, refunding);
    }
  }
}

/** `sent` is what fingerprints cover. */
function toRecording(
  { database, dimensions, observer }: Runtime,
  { name, recordKind: kind }: AnyRecordOperation,
  { principal, idempotencyKey, origin }: WriteCall,
  { sent, derived }: { sent: object; derived: object },
): PendingRecord | Promise<PendingRecord> {
  return prepareRecord({ database, dimensions }, kind, kind.toRecord(sent, derived), {
    developerId: principal.developerId,
    operationName: name,
    input: sent,
    idempotencyKey,
    origin,
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
  const write = () => {
    // `toPending` made them for this operation.
    switch (writes) {
      case 'record':
        return ledger.record(kind, developerId, pending as readonly PendingRecord[]);
      case 'correction':
        return corrector.correct(kind, developerId, pending as readonly PendingCorrection[]);
      case 'refund':
        return corrector.refund(kind, developerId, pending as readonly PendingRefund[]);
    }
  };
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

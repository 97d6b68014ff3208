import { OutturnError } from '../base/errors.ts';
import type { Written } from '../ledger/pending-record.ts';
import { type AnyRecordOperation, prepareRecord } from '../ledger/prepare-record.ts';
import { invalidRequest } from '../schema/validate.ts';
import type { Execution, Runtime, WriteCall } from './execute.ts';
import { Rendered } from './rendered.ts';
import { writeRecords } from './write-records.ts';

/** Records one fact, or replays it. */
export async function executeRecord<T>(
  runtime: Runtime,
  operation: AnyRecordOperation,
  call: WriteCall,
  input: unknown,
): Promise<Execution<T>> {
  const prepared = prepareRecord(runtime, operation, call, input);
  const record = prepared instanceof Promise ? await prepared : prepared;
  await writeRecords(runtime, operation.ledger, call.principal, [record]);
  const { text, kind } = successOf(record.written);
  return { output: new Rendered<T>(text), replayed: kind === 'replayed' };
}

/** The text of a record that was created or replayed. Throws what went wrong otherwise. */
export function successOf(written: Written | undefined): Extract<Written, { text: string }> {
  if (!written) throw new Error('the ledger settled a record without an outcome');
  if (written.kind === 'failed') throw written.error;
  if (written.kind !== 'reused') return written;
  if (written.by === 'idempotency key') throw new OutturnError('Idempotency Key Reused');
  throw invalidRequest([{ field: 'key', message: 'was used before by a record with different content' }]);
}

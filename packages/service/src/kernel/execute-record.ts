import { OutturnError } from './errors.ts';
import type { Execution, Runtime, WriteCall } from './execute.ts';
import { newId } from './ids.ts';
import { fingerprint, hashIdempotencyKey, hashNaturalKey } from './ledger/claims.ts';
import type { DimensionRef, DimensionTable, LedgerKind, LedgerRecord } from './ledger/ledger-kind.ts';
import type { PendingDimension, PendingRecord, Written } from './ledger/pending-record.ts';
import type { RecordOperation } from './operation.ts';
import { Rendered } from './rendered.ts';
import { invalidRequest, validate } from './schema/validate.ts';

type AnyRecordOperation = RecordOperation<string, import('zod').ZodType, import('zod').ZodType>;

/** Records one fact, or replays it. */
export async function executeRecord<T>(
  runtime: Runtime,
  operation: AnyRecordOperation,
  call: WriteCall,
  input: unknown,
): Promise<Execution<T>> {
  const written = await recordOne(runtime, operation, call, input);
  if (written.kind === 'failed') throw written.error;
  if (written.kind === 'reused') throw reusedError(written.by);
  return { output: new Rendered<T>(written.text), replayed: written.kind === 'replayed' };
}

/** Validates one record, resolves what it names and hands it to the ledger. */
export async function recordOne(
  runtime: Runtime,
  operation: AnyRecordOperation,
  { principal: { developerId }, idempotencyKey }: WriteCall,
  input: unknown,
): Promise<Written> {
  const valid = validate(operation.input, input);
  const record = operation.toRecord(valid);
  const print = idempotencyKey || record.naturalKey ? fingerprint(operation.name, valid) : '';
  const { table } = operation.ledger;
  const pending: PendingRecord = {
    id: newId(),
    values: record.values,
    dimensions: await resolveDimensions(runtime, operation.ledger, developerId, record),
    claim: idempotencyKey
      ? { keyHash: hashIdempotencyKey(developerId, idempotencyKey), fingerprint: print }
      : undefined,
    naturalClaim: record.naturalKey
      ? { keyHash: hashNaturalKey(developerId, table, record.naturalKey), fingerprint: print }
      : undefined,
    written: undefined,
  };
  if (record.references?.length) await checkReferences(runtime, developerId, record.references);
  return runtime.ledger.record(operation.ledger, developerId, pending);
}

export function reusedError(by: 'idempotency key' | 'record key'): OutturnError {
  if (by === 'idempotency key') return new OutturnError('Idempotency Key Reused');
  return invalidRequest([{ field: 'key', message: 'was used before by a record with different content' }]);
}

async function resolveDimensions(
  { database, dimensions }: Runtime,
  kind: LedgerKind,
  developerId: string,
  record: LedgerRecord,
): Promise<PendingDimension[]> {
  const resolved: PendingDimension[] = [];
  for (const [i, { table }] of kind.dimensions.entries()) {
    const ref: DimensionRef = record.dimensions[i] ?? null;
    if (ref === null) resolved.push(null);
    else if ('key' in ref) resolved.push(byKey(dimensions, developerId, table, ref.key));
    else {
      const row = await dimensions.byId(database, developerId, table, ref.id);
      if (!row) throw unknownId(ref.field);
      resolved.push({ ...row, isNew: false });
    }
  }
  return resolved;
}

function byKey(
  dimensions: Runtime['dimensions'],
  developerId: string,
  table: DimensionTable,
  key: string,
): PendingDimension {
  const known = dimensions.byKey(developerId, table, key);
  return known ? { ...known, isNew: false } : { id: newId(), key, isNew: true };
}

/** Recorded facts are never removed, so a reference that exists now exists for good. */
async function checkReferences(
  { database }: Runtime,
  developerId: string,
  references: NonNullable<LedgerRecord['references']>,
): Promise<void> {
  for (const { table, id, field } of references) {
    const found = await database.rows(
      `${table}_exists`,
      `select 1 from ${table} where developer_id = $1 and id = $2`,
      [developerId, id],
    );
    if (found.length === 0) throw unknownId(field);
  }
}

function unknownId(field: string): OutturnError {
  return invalidRequest([{ field, message: 'names nothing that exists in this account' }]);
}

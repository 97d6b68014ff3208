import { newId } from '../base/ids.ts';
import type { Observer } from '../base/observer.ts';
import { plainArray, textArray } from '../database/array-literal.ts';
import type { Database } from '../database/database.ts';
import { addTenant } from '../database/tenant.ts';
import { uuidArray } from '../database/uuid-array.ts';
import type { Dimensions } from '../dimensions/dimension-cache.ts';
import type { DimensionRow, LedgerColumn, LedgerDimension, LedgerKind } from '../kinds/record-kind.ts';
import type { PendingRecord } from './pending-record.ts';
import { recordingStatement } from './recording-statement.ts';

/** Records of one developer that travel together. */
export type Part = { developerId: string; records: readonly PendingRecord[] };

export type WriteContext = { database: Database; dimensions: Dimensions; observer: Observer };

/**
 * Sends records of one developer, or of several, as one statement. Returns those that it did not write because their
 * claim is taken; all others are committed and settled as created.
 */
export async function writeBatch(
  context: WriteContext,
  kind: LedgerKind,
  parts: readonly Part[],
): Promise<PendingRecord[]> {
  const { generation } = context.dimensions;
  const records = parts.flatMap((part) => part.records);
  const firstUse = kind.dimensions.filter((_, i) => records.some((record) => record.dimensions[i]?.isNew));
  const send = () => sendBatch(context, kind, firstUse, parts, records);
  let sent = await send();
  if (!sent) {
    // On Citus, where nobody shares a statement.
    for (const { developerId } of parts) await addTenant(context.database, developerId);
    sent = await send();
  }
  if (!sent) throw new Error('the row of a developer in tenants is gone');
  const { createdTexts, createdAt, lost } = sent;
  firstUse.forEach((dimension, i) => {
    // `json_object_agg` of the statement: developers and keys to ids.
    const ids = JSON.parse(createdTexts[i] ?? '{}') as Record<string, string>;
    const index = kind.dimensions.indexOf(dimension);
    for (const part of parts) {
      for (const row of adoptIds(part, index, ids))
        context.dimensions.remember(part.developerId, dimension.table, row, generation);
    }
  });
  const losers: PendingRecord[] = [];
  records.forEach((record, i) => {
    if (lost.has(i + 1)) {
      losers.push(record);
      return;
    }
    const { id, values, dimensions } = record;
    record.written = { kind: 'created', text: kind.render({ id, createdAt, values, dimensions }) };
  });
  return losers;
}

type Sent = { createdAt: string; lost: ReadonlySet<number>; createdTexts: (string | null)[] };

/** Undefined where the developer was not there to write anything for. */
async function sendBatch(
  { database, observer }: WriteContext,
  kind: LedgerKind,
  firstUse: readonly LedgerDimension[],
  parts: readonly Part[],
  records: readonly PendingRecord[],
): Promise<Sent | undefined> {
  const createdAt = new Date().toISOString();
  const hasNaturalKeys = records.some((record) => record.naturalClaim);
  const [first] = parts;
  const isShared = parts.length > 1;
  const { isDistributed } = database;
  const statement = recordingStatement(kind, { firstUse, hasNaturalKeys, isDistributed, isShared });
  observer.onBatch?.(kind.table, records.length);
  const [row] = await database.quick(statement.name, statement.text, [
    isShared
      ? uuidArray(parts.flatMap((part) => part.records.map(() => part.developerId)))
      : first?.developerId,
    createdAt,
    newId(),
    uuidArray(records.map((record) => record.id)),
    uuidArray(records.map((record) => record.claim?.keyHash ?? null)),
    uuidArray(records.map((record) => (record.claim ?? record.naturalClaim)?.fingerprint ?? null)),
    ...(hasNaturalKeys ? [uuidArray(records.map((record) => record.naturalClaim?.keyHash ?? null))] : []),
    ...(kind.generates ? [uuidArray(records.map(() => newId()))] : []),
    ...kind.dimensions.map((_, i) => uuidArray(records.map((record) => record.dimensions[i]?.id ?? null))),
    ...firstUse.map((dimension) => {
      const i = kind.dimensions.indexOf(dimension);
      const keyOf = (record: PendingRecord) =>
        record.dimensions[i]?.isNew ? record.dimensions[i].key : null;
      return textArray(records.map(keyOf));
    }),
    ...kind.columns.map((column, i) =>
      columnArray(
        column,
        records.map((record) => record.values[i] ?? null),
      ),
    ),
  ]);
  if (!row) return undefined;
  const [lostText, ...createdTexts] = row;
  return { createdAt, lost: new Set(parsePositions(lostText ?? '{}')), createdTexts };
}

/** Records carry the ids that the statement found or made. Returns those rows. */
function adoptIds(
  { developerId, records }: Part,
  index: number,
  ids: Record<string, string>,
): DimensionRow[] {
  const rows: DimensionRow[] = [];
  for (const record of records) {
    const dimension = record.dimensions[index];
    const name = `${developerId}${dimension?.key}`;
    const id = dimension?.isNew && Object.hasOwn(ids, name) ? ids[name] : undefined;
    if (!dimension || id === undefined) continue;
    const row = { id, key: dimension.key };
    record.dimensions[index] = row;
    rows.push(row);
  }
  return rows;
}

function columnArray({ type }: LedgerColumn, values: (string | null)[]): string | Buffer | null {
  if (type === 'uuid') return uuidArray(values);
  return type === 'text' || type === 'json' ? textArray(values) : plainArray(values);
}

function parsePositions(literal: string): number[] {
  const inner = literal.slice(1, -1);
  return inner === '' ? [] : inner.split(',').map(Number);
}

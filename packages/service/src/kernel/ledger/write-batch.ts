import type { Database } from '../../database/database.ts';
import { newId } from '../ids.ts';
import { addTenant } from '../tenant.ts';
import { plainArray, textArray } from './array-literal.ts';
import type { Dimensions } from './dimensions.ts';
import type { DimensionRow, LedgerColumn, LedgerKind } from './ledger-kind.ts';
import type { PendingRecord } from './pending-record.ts';
import { recordingStatement } from './statement.ts';

/**
 * Sends one batch as one statement. Returns the records that it did not write because their claim is taken; all others
 * are committed and settled as created.
 */
export async function writeBatch(
  context: { database: Database; dimensions: Dimensions },
  kind: LedgerKind,
  developerId: string,
  batch: readonly PendingRecord[],
): Promise<PendingRecord[]> {
  const createdAt = new Date().toISOString();
  const { generation } = context.dimensions;
  const { isDistributed } = context.database;
  const firstUse = kind.dimensions.filter((_, i) => batch.some((record) => record.dimensions[i]?.isNew));
  const hasNaturalKeys = batch.some((record) => record.naturalClaim);
  const statement = recordingStatement(kind, { firstUse, hasNaturalKeys, isDistributed });
  const values = [
    developerId,
    createdAt,
    newId(),
    plainArray(batch.map((record) => record.id)),
    plainArray(batch.map((record) => record.claim?.keyHash ?? null)),
    plainArray(batch.map((record) => (record.claim ?? record.naturalClaim)?.fingerprint ?? null)),
    ...(hasNaturalKeys ? [plainArray(batch.map((record) => record.naturalClaim?.keyHash ?? null))] : []),
    ...(kind.generates ? [plainArray(batch.map(() => newId()))] : []),
    ...kind.dimensions.map((_, i) => plainArray(batch.map((record) => record.dimensions[i]?.id ?? null))),
    ...firstUse.map((dimension) => {
      const i = kind.dimensions.indexOf(dimension);
      const keyOf = (record: PendingRecord) =>
        record.dimensions[i]?.isNew ? record.dimensions[i].key : null;
      return textArray(batch.map(keyOf));
    }),
    ...kind.columns.map((column, i) =>
      columnArray(
        column,
        batch.map((record) => record.values[i] ?? null),
      ),
    ),
  ];
  const write = () => context.database.quick(statement.name, statement.text, values);
  let [row] = await write();
  if (!row) {
    await addTenant(context.database, developerId);
    [row] = await write();
  }
  if (!row) throw new Error('the row of a developer in tenants is gone');
  const [lostText, ...createdTexts] = row;
  firstUse.forEach((dimension, i) => {
    // `json_object_agg` of the statement: keys to ids.
    const ids = JSON.parse(createdTexts[i] ?? '{}') as Record<string, string>;
    const index = kind.dimensions.indexOf(dimension);
    for (const row of adoptIds(batch, index, ids)) {
      context.dimensions.remember(developerId, dimension.table, row, generation);
    }
  });
  const lost = new Set(parsePositions(lostText ?? '{}'));
  const losers: PendingRecord[] = [];
  batch.forEach((record, i) => {
    if (lost.has(i + 1)) {
      losers.push(record);
      return;
    }
    const { id, values, dimensions } = record;
    record.written = { kind: 'created', text: kind.render({ id, createdAt, values, dimensions }) };
  });
  return losers;
}

/** Records carry the ids that the statement found or made. Returns those rows. */
function adoptIds(
  batch: readonly PendingRecord[],
  index: number,
  ids: Record<string, string>,
): DimensionRow[] {
  const rows: DimensionRow[] = [];
  for (const record of batch) {
    const dimension = record.dimensions[index];
    const id = dimension?.isNew && Object.hasOwn(ids, dimension.key) ? ids[dimension.key] : undefined;
    if (!dimension || id === undefined) continue;
    const row = { id, key: dimension.key };
    record.dimensions[index] = row;
    rows.push(row);
  }
  return rows;
}

function columnArray({ type }: LedgerColumn, values: (string | null)[]): string | null {
  return type === 'text' || type === 'json' ? textArray(values) : plainArray(values);
}

function parsePositions(literal: string): number[] {
  const inner = literal.slice(1, -1);
  return inner === '' ? [] : inner.split(',').map(Number);
}

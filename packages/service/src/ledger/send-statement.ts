import { newId } from '../base/ids.ts';
import { toIsoInstant } from '../base/instants.ts';
import type { Observer } from '../base/observer.ts';
import { plainArray, textArray } from '../database/array-literal.ts';
import type { Database } from '../database/database.ts';
import { uuidArray } from '../database/uuid-array.ts';
import type { RecordColumn, RecordDimension, RecordKind } from '../kinds/record-kind.ts';
import type { PendingRecord } from './pending-record.ts';
import { recordingStatement } from './recording-statement.ts';

/** Splits a shared statement that waits longer (decision 010). */
const LOCK_TIMEOUT = '100ms';

export type Part = { readonly developerId: string; readonly records: readonly PendingRecord[] };

export type Sent = {
  /** UTC with milliseconds, by the database clock. */
  createdAt: string;
  /** Their claim was taken; all others are committed. */
  lost: ReadonlySet<PendingRecord>;
  /** Read by {@link newIdOf}. */
  newIds: readonly (Readonly<Record<string, string>> | undefined)[];
};

export async function sendStatement(
  database: Database,
  observer: Observer,
  kind: RecordKind,
  parts: readonly Part[],
): Promise<Sent> {
  const records = parts.flatMap((part) => part.records);
  const firstUse = kind.dimensions.filter((_, i) => records.some((record) => record.dimensions[i]?.isNew));
  const hasNaturalKeys = records.some((record) => record.naturalClaim);
  const { distribution, quick } = database;
  const { name, text } = recordingStatement(kind, { firstUse, hasNaturalKeys, distribution });
  const owners = ownersOf(parts);
  const send = () => {
    observer.onBatch?.(kind.name, records.length);
    const parameters = parametersOf(kind, owners, { records, firstUse, hasNaturalKeys });
    return quick(`${name}${owners.label}`, text, parameters);
  };
  let [row] = await send();
  if (!row) {
    // A developer may be missing from `tenants`.
    for (const { developerId } of parts) await distribution.addTenant(quick, developerId);
    [row] = await send();
  }
  if (!row) throw new Error('A developer is missing from the table tenants.');
  const [createdAt, lost, ...newIds] = row;
  return {
    createdAt: toIsoInstant(createdAt as string),
    lost: new Set(parsePositions(lost ?? '{}').map((position) => records[position - 1] as PendingRecord)),
    newIds: kind.dimensions.map((dimension) => {
      const i = firstUse.indexOf(dimension);
      // Null if no accepted record named one.
      return i < 0 ? undefined : JSON.parse(newIds[i] ?? '{}');
    }),
  };
}

export function newIdOf(
  { newIds }: Sent,
  index: number,
  developerId: string,
  key: string,
): string | undefined {
  return newIds[index]?.[`${developerId}${key}`];
}

type Rows = {
  records: readonly PendingRecord[];
  firstUse: readonly RecordDimension[];
  hasNaturalKeys: boolean;
};

/** Differs between single and shared statements. */
type Owners = {
  /** Separates their metrics. */
  label: '' | '_shared';
  lockTimeout: string | null;
  /** Owns rows that are not in `ofRows`. */
  developerId: string | undefined;
  ofRows: readonly string[];
};

function ownersOf(parts: readonly Part[]): Owners {
  const developerId = parts[0]?.developerId;
  if (parts.length === 1) return { label: '', lockTimeout: null, developerId, ofRows: [] };
  const ofRows = parts.flatMap((part) => part.records.map(() => part.developerId));
  return { label: '_shared', lockTimeout: LOCK_TIMEOUT, developerId, ofRows };
}

/** In the order of {@link recordingStatement}. */
function parametersOf(
  kind: RecordKind,
  { developerId, lockTimeout, ofRows }: Owners,
  { records, firstUse, hasNaturalKeys }: Rows,
): unknown[] {
  return [
    developerId,
    newId(),
    lockTimeout,
    uuidArray(ofRows),
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
  ];
}

function columnArray({ type }: RecordColumn, values: (string | null)[]): string | Buffer | null {
  if (type === 'uuid') return uuidArray(values);
  return type === 'text' || type === 'json' ? textArray(values) : plainArray(values);
}

function parsePositions(literal: string): number[] {
  const inner = literal.slice(1, -1);
  return inner === '' ? [] : inner.split(',').map(Number);
}

import { newId } from '../base/ids.ts';
import { toIsoInstant } from '../base/instants.ts';
import type { Observer } from '../base/observer.ts';
import { plainArray, textArray } from '../database/array-literal.ts';
import type { Database } from '../database/database.ts';
import { uuidArray } from '../database/uuid-array.ts';
import type { LedgerColumn, LedgerDimension, LedgerKind } from '../kinds/record-kind.ts';
import type { PendingRecord } from './pending-record.ts';
import { recordingStatement } from './recording-statement.ts';

/** How long a shared statement waits for what somebody else has locked; each developer's own records go alone then. */
const LOCK_TIMEOUT = '100ms';

/** Records of one developer that travel together. */
export type Part = { readonly developerId: string; readonly records: readonly PendingRecord[] };

/** What PostgreSQL said: all records are committed, except those that lost their claim. */
export type Sent = {
  /** UTC with milliseconds, by the clock of the database; the same for all that the statement wrote. */
  createdAt: string;
  lost: ReadonlySet<PendingRecord>;
  /** For each dimension of the kind that was named for the first time, the ids by developer and key: see {@link newIdOf}. */
  newIds: readonly (Readonly<Record<string, string>> | undefined)[];
};

/** Sends records of one developer, or of several, as one statement. */
export async function sendStatement(
  database: Database,
  observer: Observer,
  kind: LedgerKind,
  parts: readonly Part[],
): Promise<Sent> {
  const records = parts.flatMap((part) => part.records);
  const firstUse = kind.dimensions.filter((_, i) => records.some((record) => record.dimensions[i]?.isNew));
  const hasNaturalKeys = records.some((record) => record.naturalClaim);
  const { distribution, quick } = database;
  const { name, text } = recordingStatement(kind, { firstUse, hasNaturalKeys, distribution });
  const whose = ownersOf(parts);
  const send = () => {
    observer.onBatch?.(kind.table, records.length);
    const parameters = parametersOf(kind, whose, { records, firstUse, hasNaturalKeys });
    return quick(`${name}${whose.label}`, text, parameters);
  };
  let [row] = await send();
  if (!row) {
    // The developer may not be in `tenants` yet.
    for (const { developerId } of parts) await distribution.addTenant(quick, developerId);
    [row] = await send();
  }
  if (!row) throw new Error('the row of a developer in tenants is gone');
  const [createdAt, lost, ...newIds] = row;
  return {
    createdAt: toIsoInstant(createdAt as string),
    lost: new Set(parsePositions(lost ?? '{}').map((position) => records[position - 1] as PendingRecord)),
    newIds: kind.dimensions.map((dimension) => {
      const i = firstUse.indexOf(dimension);
      // `json_object_agg` of the statement; null where no accepted record named one.
      return i < 0 ? undefined : JSON.parse(newIds[i] ?? '{}');
    }),
  };
}

/** The id that the statement found or made for a key of the dimension `index`. */
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
  firstUse: readonly LedgerDimension[];
  hasNaturalKeys: boolean;
};

/** Whose the rows of a statement are: what alone differs between a statement of one developer and one of several. */
type Owners = {
  /** Ends the name, so that metrics tell them apart. */
  label: '' | '_shared';
  lockTimeout: string | null;
  /** The developer of rows that are not in `ofRows`. */
  developerId: string | undefined;
  ofRows: readonly string[];
};

function ownersOf(parts: readonly Part[]): Owners {
  const developerId = parts[0]?.developerId;
  if (parts.length === 1) return { label: '', lockTimeout: null, developerId, ofRows: [] };
  const ofRows = parts.flatMap((part) => part.records.map(() => part.developerId));
  return { label: '_shared', lockTimeout: LOCK_TIMEOUT, developerId, ofRows };
}

/** In the order that {@link recordingStatement} tells. */
function parametersOf(
  kind: LedgerKind,
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

function columnArray({ type }: LedgerColumn, values: (string | null)[]): string | Buffer | null {
  if (type === 'uuid') return uuidArray(values);
  return type === 'text' || type === 'json' ? textArray(values) : plainArray(values);
}

function parsePositions(literal: string): number[] {
  const inner = literal.slice(1, -1);
  return inner === '' ? [] : inner.split(',').map(Number);
}

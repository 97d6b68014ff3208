import { invalidRequest, OutturnError } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import type { DimensionRow, RecordKind, RecordRow, Refunds } from '../../kinds/record-kind.ts';
import type { PendingDimension } from '../pending-record.ts';
import type { Action, Author, PendingCorrection } from './pending-correction.ts';

/** A record as it is now. A voided one has the state that it had last; its version is that of the void. */
export type Located = {
  row: RecordRow;
  version: number;
  isVoided: boolean;
  /** The sum of its active refunds; see {@link Refunds}. */
  refunded: string | null;
};

/** A state of a record. Its dimensions may have to be created. */
export type State = Omit<RecordRow, 'dimensions'> & { dimensions: readonly PendingDimension[] };

/** What a correction makes of a record: `before` and `after` are null where the record does not count. */
export type Change = {
  id: string;
  recordId: string;
  action: Action;
  /** The version that it makes. */
  version: number;
  before: State | null;
  after: State | null;
  reason: string;
  author: Author;
  /** The correction that it follows. */
  causeId: string | null;
  /** The run of repricing that it is part of. */
  runId: string | null;
};

/** Throws why the correction is refused. */
export function judge(kind: RecordKind, item: PendingCorrection, found: Located | undefined): Change {
  if (!found) throw new OutturnError('Not Found');
  const { row, version, isVoided } = found;
  const { id, recordId, action, reason, author, expectedVersion } = item;
  if (expectedVersion !== undefined && expectedVersion !== version)
    throw refusal('expectedVersion', `is not the version of the record, which is ${version}`);
  const change = { id, recordId, action, version: version + 1, reason, author, causeId: null, runId: null };
  if (action === 'restore') {
    if (!isVoided) throw refusal('action', 'cannot be "restore", because the record is active');
    return { ...change, before: null, after: row };
  }
  if (isVoided)
    throw refusal('action', `cannot be "${action}", because the record is voided; restore it first`);
  if (action === 'void') return { ...change, before: row, after: null };
  return { ...change, before: row, after: amended(kind, item, row) };
}

/** The record as its kind would write it, had it been sent with these changes. */
function amended(kind: RecordKind, { changes, named, prices }: PendingCorrection, row: RecordRow): State {
  for (const { name, isNullable } of kind.columns) {
    const [property = ''] = Object.entries(kind.columnNames).find(([, column]) => column === name) ?? [];
    if (!isNullable && changes[property] === null) throw refusal(`changes.${property}`, 'cannot be empty');
  }
  const input = kind.toInput(row);
  for (const { field } of kind.dimensions)
    if (`${field}Key` in changes || `${field}Id` in changes) delete input[`${field}Key`];
  const check = (amended: object) => checked(kind, amended);
  const next =
    kind.derivation && prices
      ? kind.derivation.amend({ before: input, changes, check }, prices)
      : check({ ...input, ...changes });
  const record = kind.toRecord(next, next);
  const kept = ['key', kind.refunds?.of];
  const values = record.values.map((value, i) =>
    kept.includes(kind.columns[i]?.name) ? (row.values[i] ?? null) : value,
  );
  const dimensions = kind.dimensions.map(({ table }, i): PendingDimension => {
    const ref = record.dimensions[i];
    if (!ref) return null;
    if ('id' in ref) return toPending(named.get(table), ref.id);
    const before = row.dimensions[i];
    return before?.key === ref.key ? before : { id: newId(), key: ref.key, needsUpsert: true };
  });
  const isSame =
    values.every((value, i) => value === (row.values[i] ?? null)) &&
    dimensions.every((dimension, i) => (dimension?.id ?? null) === (row.dimensions[i]?.id ?? null));
  if (isSame) throw refusal('changes', 'change nothing');
  return { ...row, values, dimensions };
}

function toPending(row: (DimensionRow & { isDeleted: boolean }) | undefined, id: string): PendingDimension {
  // `prepareCorrection` has looked it up.
  if (!row) throw new Error(`The member ${id} was not looked up.`);
  return { id: row.id, key: row.key, needsUpsert: row.isDeleted };
}

function checked(kind: RecordKind, input: object): object {
  try {
    return kind.check(input);
  } catch (error) {
    if (!(error instanceof OutturnError && error.details)) throw error;
    throw invalidRequest(error.details.map(({ field, message }) => ({ field: `changes.${field}`, message })));
  }
}

export function refusal(field: string, message: string): OutturnError {
  return invalidRequest([{ field, message }]);
}

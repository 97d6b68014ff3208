import { plainArray, textArray, uuidArray } from '../database/array-literal.ts';
import type { RecordColumn, RecordDimension, RecordKind } from '../kinds/record-kind.ts';
import type { PendingRecord } from './pending-record.ts';

/** A column of the statement's `input`: a parameter has the values of all records as an array. */
export type RecordingColumn = {
  name: string;
  type: RecordColumn['type'];
  read(record: PendingRecord): string | null;
};

type Shape = { upserted: readonly RecordDimension[]; hasNaturalKeys: boolean };

/** The columns of `input` in the order of its parameters: the only list of them. */
export function recordingColumns(
  { dimensions, columns }: RecordKind,
  { upserted, hasNaturalKeys }: Shape,
): RecordingColumn[] {
  const uuid = (name: string, read: RecordingColumn['read']) => ({ name, type: 'uuid', read }) as const;
  return [
    uuid('id', ({ id }) => id),
    uuid('reservation', ({ reservation }) => reservation?.keyHash ?? null),
    // The fingerprint is that of both reservations.
    uuid('fingerprint', (record) => (record.reservation ?? record.naturalReservation)?.fingerprint ?? null),
    ...(hasNaturalKeys
      ? [uuid('natural_reservation', ({ naturalReservation }) => naturalReservation?.keyHash ?? null)]
      : []),
    ...dimensions.map(({ column }, i) => uuid(column, (record) => record.dimensions[i]?.id ?? null)),
    ...upserted.map((dimension): RecordingColumn => {
      const i = dimensions.indexOf(dimension);
      return {
        name: `${dimension.stem}_key`,
        type: 'text',
        read: (record) => (record.dimensions[i]?.needsUpsert ? record.dimensions[i].key : null),
      };
    }),
    ...columns.map(
      ({ name, type }, i): RecordingColumn => ({ name, type, read: ({ values }) => values[i] ?? null }),
    ),
  ];
}

export function toParameter(
  { type, read }: RecordingColumn,
  records: readonly PendingRecord[],
): string | Buffer | null {
  const values = records.map(read);
  if (type === 'uuid') return uuidArray(values);
  return type === 'text' || type === 'json' ? textArray(values) : plainArray(values);
}

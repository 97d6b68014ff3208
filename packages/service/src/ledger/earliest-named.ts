import type { DimensionRow, RecordDimension, RecordKind } from '../kinds/record-kind.ts';

type NamingRecord = {
  id: string;
  values: readonly (string | null)[];
  dimensions: readonly unknown[];
};

/** Undefined unless this record is the earliest known to name a dimension. */
export function withEarlier(
  earliest: DimensionRow['earliest'] = {},
  { remembers = [] }: RecordDimension,
  kind: RecordKind,
  { id, values, dimensions }: NamingRecord,
): DimensionRow['earliest'] {
  let changed: DimensionRow['earliest'];
  for (const { table } of remembers) {
    const index = kind.dimensions.findIndex((other) => other.table === table);
    if (dimensions[index] == null) continue;
    // Validated times are UTC with milliseconds, which sorts as text.
    const place = `${values[kind.columns.findIndex(({ name }) => name === kind.time.column)]} ${id}`;
    const known = earliest[table];
    if (known === undefined || place < known) changed = { ...(changed ?? earliest), [table]: place };
  }
  return changed;
}

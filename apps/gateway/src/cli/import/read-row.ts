import { type Columns, ID, REASON } from './columns.ts';
import type { ReadRow } from './row-source.ts';

export function readRow(row: Record<string, unknown>, columns: Columns): ReadRow {
  const { known, time, ignored } = columns;
  const kept = Object.entries(row).filter(([name]) => name !== REASON && !ignored.has(name));
  const { [ID]: id, ...named } = Object.fromEntries(kept);
  if (id !== undefined && !recordId.test(String(id)))
    return { problem: `${ID} is not the id of an Outturn record; skip the column with --ignore ${ID}` };
  const fields = Object.fromEntries(
    Object.entries(named).filter(
      ([name]) => known.has(name) && !(id !== undefined && isNamedByKey(name, named)),
    ),
  );
  if (time !== undefined && fields[time] === undefined) return { problem: `${time} is required` };
  return id === undefined ? { fields } : { fields, id: String(id) };
}

const recordId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Exports contain both; ids belong to the other account. */
function isNamedByKey(name: string, fields: Record<string, unknown>): boolean {
  return name.endsWith('Id') && fields[name.replace(/Id$/, 'Key')] !== undefined;
}

import { type Columns, ID, REASON } from './columns.ts';
import type { ReadRow } from './row-source.ts';

/** Makes of what a row holds what is sent, in whatever format it is; what is absent is not there. */
export function readRow(row: Record<string, unknown>, columns: Columns): ReadRow {
  const { known, time, ignored } = columns;
  const kept = Object.entries(row).filter(([name]) => name !== REASON && !ignored.has(name));
  const { [ID]: id, ...named } = Object.fromEntries(kept);
  if (id !== undefined && !recordId.test(String(id)))
    return { problem: `${ID} is not that of a record of Outturn; leave the column out with --ignore ${ID}` };
  const fields = Object.fromEntries(
    Object.entries(named).filter(
      ([name]) => known.has(name) && !(id !== undefined && isNamedByKey(name, named)),
    ),
  );
  if (time !== undefined && fields[time] === undefined) return { problem: `${time} is required` };
  return id === undefined ? { fields } : { fields, id: String(id) };
}

const recordId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Records show both; ids are those of another account. */
function isNamedByKey(name: string, fields: Record<string, unknown>): boolean {
  return name.endsWith('Id') && fields[name.replace(/Id$/, 'Key')] !== undefined;
}

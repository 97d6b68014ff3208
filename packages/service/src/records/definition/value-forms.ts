import { escaped, quoted } from '../../base/json-text.ts';
import type { LedgerColumn } from '../../kinds/record-kind.ts';

/** How the values of a column type are written: as PostgreSQL's text, and as JSON text out of that. */
type ValueForm = { encode(value: unknown): string; show(stored: string | null): string };

/** Text, decimal strings, ids and instants are strings already, as their schemas say. */
const asIs = (value: unknown) => value as string;
const raw = (stored: string | null) => stored ?? 'null';

export const valueForms: Readonly<Record<LedgerColumn['type'], ValueForm>> = {
  text: { encode: asIs, show: escaped },
  numeric: { encode: asIs, show: quoted },
  uuid: { encode: asIs, show: quoted },
  timestamptz: { encode: asIs, show: quoted },
  bigint: { encode: String, show: raw },
  json: { encode: (value) => JSON.stringify(value), show: raw },
};

export function isColumnType(type: string): type is LedgerColumn['type'] {
  return Object.hasOwn(valueForms, type);
}

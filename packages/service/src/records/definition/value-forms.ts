import type { LedgerColumn } from '../../kinds/record-kind.ts';

/** How the values of a column type are written: as PostgreSQL's text, and as JSON out of that. */
type ValueForm = {
  encode(value: unknown): string;
  /** JavaScript source of the JSON text of a stored text, which is an expression; see `compileRenderer`. */
  show(stored: string, isNullable: boolean): string;
};

/** Text, decimal strings, ids and instants are strings already, as their schemas say. */
const asIs = (value: unknown) => value as string;
const inQuotes: ValueForm = {
  encode: asIs,
  show: (stored, isNullable) => (isNullable ? `quoted(${stored})` : `'"' + ${stored} + '"'`),
};
const raw = (stored: string) => `(${stored} ?? 'null')`;

export const valueForms: Readonly<Record<LedgerColumn['type'], ValueForm>> = {
  text: {
    encode: asIs,
    show: (stored, isNullable) => (isNullable ? `escaped(${stored})` : `JSON.stringify(${stored})`),
  },
  numeric: inQuotes,
  uuid: inQuotes,
  timestamptz: inQuotes,
  bigint: { encode: String, show: raw },
  json: { encode: (value) => JSON.stringify(value), show: raw },
};

export function isColumnType(type: string): type is LedgerColumn['type'] {
  return Object.hasOwn(valueForms, type);
}

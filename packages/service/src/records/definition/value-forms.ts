import type { LedgerColumn } from '../../kinds/record-kind.ts';

/** JavaScript source of how the values of a column type are written, out of expressions; see `compileKind`. */
type ValueForm = {
  /** PostgreSQL's text of a value that is there. */
  encode(value: string): string;
  /** The JSON text of a stored text. */
  show(stored: string, isNullable: boolean): string;
};

/** Text, decimal strings, ids and instants are strings already, as their schemas say. */
const asIs = (value: string) => value;
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
  bigint: { encode: (value) => `String(${value})`, show: raw },
  json: { encode: (value) => `JSON.stringify(${value})`, show: raw },
};

export function isColumnType(type: string): type is LedgerColumn['type'] {
  return Object.hasOwn(valueForms, type);
}

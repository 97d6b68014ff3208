import type { RecordColumn } from '../../kinds/record-kind.ts';

/** JavaScript source expressions. */
type ValueForm = {
  /** SQL text of a value, which is never null. */
  encode(value: string): string;
  /** JSON text of a stored value. */
  show(stored: string, isNullable: boolean): string;
};

/** The schema guarantees a string. */
const asIs = (value: string) => value;
const inQuotes: ValueForm = {
  encode: asIs,
  show: (stored, isNullable) => (isNullable ? `quoted(${stored})` : `'"' + ${stored} + '"'`),
};
const raw = (stored: string) => `(${stored} ?? 'null')`;

export const valueForms: Readonly<Record<RecordColumn['type'], ValueForm>> = {
  text: {
    encode: asIs,
    show: (stored, isNullable) => (isNullable ? `escaped(${stored})` : `JSON.stringify(${stored})`),
  },
  numeric: inQuotes,
  uuid: inQuotes,
  timestamptz: inQuotes,
  /** As PostgreSQL writes it. */
  boolean: {
    encode: (value) => `(${value} ? 't' : 'f')`,
    show: (stored) => `(${stored} == null ? 'null' : ${stored} === 't' ? 'true' : 'false')`,
  },
  bigint: { encode: (value) => `String(${value})`, show: raw },
  json: { encode: (value) => `JSON.stringify(${value})`, show: raw },
};

export function isColumnType(type: string): type is RecordColumn['type'] {
  return Object.hasOwn(valueForms, type);
}

import { stringify } from 'csv-stringify/sync';
import { BYTE_ORDER_MARK, protect } from '../spreadsheet-text.ts';

type Fields = Record<string, unknown>;

/** `begin` precedes the first record; `mark` precedes everything, in files only. */
export type RecordFormat = {
  mark: string;
  begin(fields: readonly string[]): string;
  lines(records: readonly Fields[], fields: readonly string[]): string;
};

export const recordFormats = {
  csv: {
    mark: BYTE_ORDER_MARK,
    begin: (fields) => csv([fields]),
    lines: (records, fields) => csv(records.map((record) => fields.map((name) => toCell(record[name])))),
  },
  ndjson: {
    mark: '',
    begin: () => '',
    lines: (records) => records.map((record) => `${JSON.stringify(record)}\n`).join(''),
  },
} satisfies Record<string, RecordFormat>;

function csv(rows: readonly (readonly string[])[]): string {
  // The library quotes only its own separator and line ending.
  return stringify([...rows], { quoted_match: /[;\t\r\n]/ });
}

function toCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  return protect(typeof value === 'string' ? value : JSON.stringify(value));
}

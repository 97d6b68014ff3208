/** Maximum row length in characters, about the API's limit for one record. */
export const MAX_ROW = 1024 ** 2;

export type SourceRow = {
  /** The cells of a CSV row, or the single line of an NDJSON row. */
  original: readonly string[];
  /** Bytes of the file read up to and including this row. */
  end: number;
} & ReadRow;

/** `id` is the record's id in the account that it was exported from. */
export type ReadRow = { fields: Record<string, unknown>; id?: string } | { problem: string };

export type RowSource = {
  rows: AsyncIterable<SourceRow>;
  /** The header line of the file of rejected rows; empty for NDJSON. */
  rejectedHeader: string;
  rejectedLine(row: SourceRow, reason: string): string;
};

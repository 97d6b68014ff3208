/** The longest row, in characters: about what the API takes for one record. */
export const MAX_ROW = 1024 ** 2;

/** One row of a file: the fields to send, or the problem that keeps it from being sent. */
export type SourceRow = {
  /** As it is in the file: the cells of CSV, the one line of NDJSON. */
  original: readonly string[];
  /** How much of the file has been read with this row, in bytes. */
  end: number;
} & ReadRow;

/** Rows of records that Outturn has written out have the `id` that the record has where it comes from. */
export type ReadRow = { fields: Record<string, unknown>; id?: string } | { problem: string };

/** An open file of rows, and the form in which its rejected rows are written down. */
export type RowSource = {
  rows: AsyncIterable<SourceRow>;
  /** The first line of a file of rejected rows, if the format has one. */
  rejectedHeader: string;
  rejectedLine(row: SourceRow, reason: string): string;
};

/** Characters of a row, about as many as the API takes for a record. */
export const MAX_ROW = 1024 ** 2;
/** Characters of a cell: the longest text that the API takes is JSON of 16 KiB. */
export const MAX_CELL = 64 * 1024;
/** Columns of a file, and fields of a row. Each is compared with the others. */
export const MAX_COLUMNS = 500;

export type SourceRow = {
  /** The row as it stands in the file: its cells, or the one line of NDJSON. */
  original: readonly string[];
  /** Number of its last line, from 1. */
  line: number;
} & ReadRow;

/**
 * The fields of a row, or why it cannot be sent. `id` is that of an exported record. `refund` is what was paid back of
 * the record.
 */
export type ReadRow =
  | { fields: Record<string, unknown>; id?: string; refund?: RowRefund }
  | { problem: string };

/** A refund of a revenue, as an item of the API's batch of refunds. */
export type RowRefund = {
  revenueKey: unknown;
  key: string;
  amount: string;
  recordedAt: unknown;
  description: string;
};

/** The parts of a file that are not read. */
export type LeftOut = {
  /** The number of rows for each reason. */
  rows: Map<string, number>;
  /** The number of columns without a name. */
  unnamed: number;
  columns: readonly string[];
};

/** An opened file. */
export type RowSource = {
  rows: AsyncIterable<SourceRow>;
  /** Grows while the rows are read. */
  leftOut: LeftOut;
  /** The columns in their order. NDJSON has none. */
  names: readonly string[];
  /** The beginning of the file of rejected rows. */
  rejectedHeader: string;
  /** A line of that file. */
  rejectedLine(row: SourceRow, reason: string): string;
};

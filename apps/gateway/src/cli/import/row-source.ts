/** In characters, about the API's limit per record. */
export const MAX_ROW = 1024 ** 2;

export type SourceRow = {
  /** CSV cells, or one NDJSON line. */
  original: readonly string[];
  /** Number of its last line, from 1. */
  line: number;
} & ReadRow;

/** `id` is set in exported files. */
export type ReadRow = { fields: Record<string, unknown>; id?: string } | { problem: string };

export type LeftOut = {
  /** How many, by reason. */
  rows: Map<string, number>;
  /** How many columns have no name. */
  unnamed: number;
  columns: readonly string[];
};

export type RowSource = {
  rows: AsyncIterable<SourceRow>;
  /** Grows while rows are read. */
  leftOut: LeftOut;
  /** The columns by their place. NDJSON has none. */
  names: readonly string[];
  rejectedHeader: string;
  rejectedLine(row: SourceRow, reason: string): string;
};

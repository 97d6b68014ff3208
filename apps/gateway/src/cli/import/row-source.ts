/** In characters, about the API's limit per record. */
export const MAX_ROW = 1024 ** 2;

export type SourceRow = {
  /** CSV cells, or one NDJSON line. */
  original: readonly string[];
  /** Bytes read, including this row. */
  end: number;
} & ReadRow;

/** `id` is set in exported files. */
export type ReadRow = { fields: Record<string, unknown>; id?: string } | { problem: string };

export type RowSource = {
  rows: AsyncIterable<SourceRow>;
  rejectedHeader: string;
  rejectedLine(row: SourceRow, reason: string): string;
};

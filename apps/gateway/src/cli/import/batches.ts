import type { RowKeys } from './row-keys.ts';
import type { SourceRow } from './row-source.ts';

/** Rows and bytes of one request. The API takes 1,000 items and 8 MiB. */
const MAX_ROWS = 1000;
const MAX_BYTES = 4 * 1024 ** 2;

/**
 * A row, with its JSON for the API. A row with a problem has none: it is not sent, and goes into the file of rejected
 * rows.
 */
export type BatchRow = { row: SourceRow; item?: string };

/** Groups rows into requests, as many as both limits allow. */
export async function* inBatches(rows: AsyncIterable<SourceRow>, keys: RowKeys): AsyncGenerator<BatchRow[]> {
  let batch: BatchRow[] = [];
  let bytes = 0;
  for await (const row of rows) {
    const item = 'fields' in row ? toItem(row, keys) : undefined;
    const size = item === undefined ? 0 : Buffer.byteLength(item);
    if (batch.length === MAX_ROWS || (batch.length > 0 && bytes + size > MAX_BYTES)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(item === undefined ? { row } : { row, item });
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

function toItem({ fields, id }: Extract<SourceRow, { fields: unknown }>, keys: RowKeys): string {
  const idempotencyKey = id === undefined ? keys.next(fields) : keys.ofRecord(id);
  return JSON.stringify({ ...fields, idempotencyKey });
}

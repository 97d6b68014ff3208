import type { BatchRow } from './batches.ts';
import type { Endpoint } from './call-api.ts';
import type { SourceRow } from './row-source.ts';
import { type Attempts, sendBatch } from './send-batch.ts';
import type { SentRow } from './settle-rows.ts';

/**
 * Sends the records of the rows, and then the refunds of those that are recorded now, or were before. The refund of a
 * rejected record is not sent: its key may be that of another record, which nobody has paid back.
 *
 * A process that is killed between the two requests leaves records without their refunds. The next run replays the
 * records and sends the refunds.
 */
export async function sendRows(
  batch: readonly BatchRow[],
  { url, headers }: Endpoint,
  attempts: Attempts,
): Promise<SentRow[]> {
  const send = async (path: string, items: readonly Item[]) => {
    const texts = items.map(({ item }) => item);
    const results = await sendBatch({ url: `${url}/${path}`, headers }, texts, attempts);
    return new Map(items.map(({ row }, i) => [row, results[i]]));
  };
  const records = await send(
    'batch',
    batch.flatMap(({ row, item }) => (item === undefined ? [] : { row, item })),
  );
  const isRecorded = ({ row }: BatchRow) => (records.get(row)?.status ?? 'rejected') !== 'rejected';
  const refunds = await send('refunds/batch', batch.filter(isRecorded).flatMap(refundOf));
  return batch.map(({ row }) => ({ row, record: records.get(row), refund: refunds.get(row) }));
}

type Item = { row: SourceRow; item: string };

/** The refund needs no idempotency key, because it has a key of its own. */
function refundOf({ row }: BatchRow): Item[] {
  return 'fields' in row && row.refund ? [{ row, item: JSON.stringify(row.refund) }] : [];
}

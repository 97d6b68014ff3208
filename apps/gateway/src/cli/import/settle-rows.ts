import type { ItemResult } from './post-batch.ts';
import type { SourceRow } from './row-source.ts';
import { type ImportTally, noCounts } from './tally.ts';

/** A row that was sent. `record` is undefined if the row has a problem, and `refund` if none was sent. */
export type SentRow = { row: SourceRow; record: ItemResult | undefined; refund: ItemResult | undefined };

/** Counts the results, and returns the rejected rows, each once. */
export function settleRows(
  rows: readonly SentRow[],
  tally: ImportTally,
): { row: SourceRow; reason: string }[] {
  return rows.flatMap(({ row, record, refund }) => {
    tally[record?.status ?? 'rejected']++;
    if (refund) {
      tally[refund.status]++;
      tally.refunds ??= { ...noCounts };
      tally.refunds[refund.status]++;
    }
    const reason = whyRejected({ row, record, refund });
    return reason === undefined ? [] : [{ row, reason }];
  });
}

function whyRejected({ row, record, refund }: SentRow): string | undefined {
  if ('problem' in row) return row.problem;
  if (record?.error) return `${describe(record.error)}${row.refund ? '; so its refund is not sent' : ''}`;
  return refund?.error && `the revenue is recorded, but its refund is rejected: ${describe(refund.error)}`;
}

function describe({ code, message, details }: NonNullable<ItemResult['error']>): string {
  const faults = details?.map(({ field, message: fault }) => `${field} ${fault}`);
  return faults?.length ? faults.join('; ') : `${code}: ${message}`;
}

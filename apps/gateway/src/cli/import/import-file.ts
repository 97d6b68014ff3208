import { inOrder } from '../concurrent-map.ts';
import type { Progress } from '../progress.ts';
import type { ImportKind } from '../record-kinds.ts';
import { type BatchRow, inBatches } from './batches.ts';
import type { Endpoint } from './call-api.ts';
import { columnsOf } from './columns.ts';
import type { FileOptions } from './file-options.ts';
import { type Format, openSource } from './open-source.ts';
import { refuseOwnRecords } from './refuse-own-records.ts';
import { RejectedFile } from './rejected-file.ts';
import { RetryPolicy } from './retry-policy.ts';
import { RowKeys } from './row-keys.ts';
import { sendRows } from './send-rows.ts';
import { settleRows } from './settle-rows.ts';
import { describeTally, type ImportTally, noCounts } from './tally.ts';

export type ImportOptions = FileOptions & {
  file: string;
  format: Format;
  kind: ImportKind;
  ignored: readonly string[];
  /** Server URL without `/v1`. */
  url: string;
  apiKey: string;
  concurrency: number;
  rejectedFile: string;
  progress: Progress;
  signal: AbortSignal;
};

export const SAFE_TO_REPEAT =
  'You can run the same command again: rows that are recorded already are not recorded twice.';

/**
 * Sends the rows of a file to the API in batches, and writes those that are refused into a file of rejected rows. It
 * can be repeated at any time: each row has an idempotency key made of its content, and each refund a key of its own,
 * so that what is recorded already is not recorded twice. Several batches are under way at once, and their results are handled in the order of the
 * file.
 *
 * The rows are read as they are sent, so memory does not grow with the file, except for 16 to 32 bytes for each
 * different row.
 */
export async function importFile(options: ImportOptions): Promise<ImportTally> {
  const { kind, progress, format } = options;
  const columns = columnsOf(kind, options.ignored);
  const source = await openSource(options.file, { format, columns, options, signal: options.signal });
  const rejectedFile = new RejectedFile(options.rejectedFile, source);
  const ended = new AbortController();
  const signal = AbortSignal.any([options.signal, ended.signal]);
  const retries = new RetryPolicy(progress.note);
  const endpoint = endpointOf(options);
  const send = async (batch: BatchRow[]) => {
    // A batch without a row to send makes no request, which would notice the signal.
    signal.throwIfAborted();
    return sendRows(batch, endpoint, { retries, signal });
  };
  const tally: ImportTally = { ...noCounts };
  progress.start(source.size, describeTally(tally, 'rows'));
  try {
    const rows = refuseOwnRecords(source.rows, { endpoint, retries, signal });
    const batches = inBatches(rows, new RowKeys(`${kind.name}.record`));
    for await (const sent of inOrder(batches, options.concurrency, send)) {
      await rejectedFile.add(settleRows(sent, tally));
      progress.update(source.position(), describeTally(tally, 'rows'));
    }
    await rejectedFile.finish();
    const { leftOut } = source;
    return leftOut.rows.size > 0 || leftOut.unnamed > 0 ? { ...tally, leftOut } : tally;
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${SAFE_TO_REPEAT}`, {
      cause: error,
    });
  } finally {
    ended.abort();
    await rejectedFile.close();
    progress.stop();
  }
}

function endpointOf({ url, kind, apiKey }: ImportOptions): Endpoint {
  const headers = new Headers({ Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' });
  return { url: `${url}/v1/${kind.slug}`, headers };
}

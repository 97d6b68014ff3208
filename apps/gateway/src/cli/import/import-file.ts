import { type BatchRow, inBatches } from './batches.ts';
import type { Door } from './call-api.ts';
import { columnsOf } from './columns.ts';
import type { ImportKind } from './import-kinds.ts';
import { inOrder } from './in-order.ts';
import { notOfThisAccount } from './not-of-this-account.ts';
import { type Format, openSource } from './open-source.ts';
import { Patience } from './patience.ts';
import type { ItemResult } from './post-batch.ts';
import type { ImportTally, Progress } from './progress.ts';
import { RejectedFile } from './rejected-file.ts';
import { RowKeys } from './row-keys.ts';
import type { SourceRow } from './row-source.ts';
import { sendBatch } from './send-batch.ts';

type ImportOptions = {
  file: string;
  format: Format;
  kind: ImportKind;
  /** Columns that are left out. */
  ignored: readonly string[];
  /** Of the server, without `/v1`. */
  url: string;
  apiKey: string;
  /** Requests in flight. */
  concurrency: number;
  /** Where rejected rows go. */
  rejectedFile: string;
  progress: Progress;
  /** Stops the import. */
  signal: AbortSignal;
};

/** Said whenever an import ends early. */
export const SAFE_TO_REPEAT =
  'It is safe to run the same command again: what is in already is not recorded twice.';

/**
 * Imports a file of records through the REST API. Memory stays bounded, whatever the size of the file, but for a note
 * of 16 to 32 bytes per distinct row. Throws when the import cannot go on; running it again is always safe.
 */
export async function importFile(options: ImportOptions): Promise<ImportTally> {
  const { kind, progress, format } = options;
  const columns = columnsOf(kind, options.ignored);
  const source = await openSource(options.file, { format, columns, signal: options.signal });
  const rejectedFile = new RejectedFile(options.rejectedFile, source);
  const ended = new AbortController();
  const signal = AbortSignal.any([options.signal, ended.signal]);
  const patience = new Patience(progress.note);
  const door = openDoor(options);
  const batchDoor = { ...door, url: `${door.url}/batch` };
  const send = async (batch: BatchRow[]) => {
    // Where no row can be sent, nothing else would notice.
    signal.throwIfAborted();
    const items = batch.flatMap(({ item }) => item ?? []);
    return { batch, results: await sendBatch(batchDoor, items, { patience, signal }) };
  };
  const tally = { created: 0, replayed: 0, rejected: 0 };
  progress.start(source.size);
  try {
    const rows = notOfThisAccount(source.rows, { door, patience, signal });
    const batches = inBatches(rows, new RowKeys(`${kind.name}.record`));
    for await (const { batch, results } of inOrder(batches, options.concurrency, send)) {
      const rejected = settle(batch, results, tally);
      await rejectedFile.add(rejected);
      progress.update(batch.at(-1)?.row.end ?? 0, tally);
    }
    await rejectedFile.finish();
    return tally;
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${SAFE_TO_REPEAT}`, {
      cause: error,
    });
  } finally {
    // What is still in flight is of no use any more.
    ended.abort();
    await rejectedFile.close();
    progress.stop();
  }
}

function openDoor({ url, kind, apiKey }: ImportOptions): Door {
  const headers = new Headers({ Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' });
  return { url: `${url}/v1/${kind.name}`, headers };
}

/** Counts the rows of a batch and returns those that were rejected. `results` has an entry per row that was sent. */
function settle(batch: readonly BatchRow[], results: readonly ItemResult[], tally: ImportTally) {
  const rejected: { row: SourceRow; reason: string }[] = [];
  let next = 0;
  for (const { row, item } of batch) {
    const result = item === undefined ? undefined : results[next++];
    tally[result?.status ?? 'rejected']++;
    if (result?.status === 'rejected') rejected.push({ row, reason: reasonOf(result) });
    if ('problem' in row) rejected.push({ row, reason: row.problem });
  }
  return rejected;
}

function reasonOf({ error }: ItemResult): string {
  const details = error?.details?.map(({ field, message }) => `${field} ${message}`);
  return details?.length ? details.join('; ') : `${error?.code}: ${error?.message}`;
}

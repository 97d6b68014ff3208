import { withBackoff } from '../api/with-backoff.ts';
import type { RecordKind } from '../kinds/record-kinds.ts';
import { csvWriter } from './csv-writer.ts';
import { fetchRecords, LARGEST_PAGE } from './fetch-records.ts';
import type { RecordsSearch } from './records-search.ts';

export type CsvProgress = {
  rows: number;
  /** Seconds until the next try, after a page that did not come. */
  waitsFor?: number;
};

type CsvOptions = {
  search: RecordsSearch;
  zone: string;
  signal: AbortSignal;
  onProgress: (progress: CsvProgress) => void;
};

/** All records as filtered, as one file. It is whole, or there is none: a page that does not come rejects. */
export async function fetchCsv(
  kind: RecordKind,
  { signal, onProgress, ...options }: CsvOptions,
): Promise<{ file: Blob; rows: number }> {
  const write = csvWriter();
  // A blob for each page: browsers keep blobs beside the memory of the page, large ones on disk.
  const parts: Blob[] = [];
  let rows = 0;
  let cursor: string | undefined;
  do {
    const asked = { ...options, signal, limit: LARGEST_PAGE, cursor };
    const { items, nextCursor } = await withBackoff(() => fetchRecords(kind, asked), {
      signal,
      onWait: (seconds) => onProgress({ rows, waitsFor: seconds }),
    });
    signal.throwIfAborted();
    parts.push(new Blob([write(items)]));
    rows += items.length;
    onProgress({ rows });
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  return { file: new Blob(parts, { type: 'text/csv;charset=utf-8' }), rows };
}

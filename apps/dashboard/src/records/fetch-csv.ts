import { withBackoff } from '../api/with-backoff.ts';
import { csvWriter } from './csv-writer.ts';
import { LARGEST_PAGE } from './fetch-records.ts';

export type CsvProgress = {
  rows: number;
  /** Seconds until the next try, after a page that did not come. */
  waitsFor?: number;
};

type Asked = { limit: number; cursor: string | undefined; signal: AbortSignal };

/** Rows that come in pages, and the name of the file that they fill. */
export type CsvSource = {
  name: string;
  fetchPage: (asked: Asked) => Promise<{ items: readonly object[]; nextCursor: string | null }>;
};

type CsvOptions = { signal: AbortSignal; onProgress: (progress: CsvProgress) => void };

/** All rows as one file. It is whole, or there is none: a page that does not come rejects. */
export async function fetchCsv(
  { fetchPage }: CsvSource,
  { signal, onProgress }: CsvOptions,
): Promise<{ file: Blob; rows: number }> {
  const write = csvWriter();
  // A blob for each page: browsers keep blobs beside the memory of the page, large ones on disk.
  const parts: Blob[] = [];
  let rows = 0;
  let cursor: string | undefined;
  do {
    const asked = { signal, limit: LARGEST_PAGE, cursor };
    const { items, nextCursor } = await withBackoff(() => fetchPage(asked), {
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

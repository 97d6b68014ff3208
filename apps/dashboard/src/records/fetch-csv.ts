import type { CallContext } from '@outturn/client';
import { csvWriter } from './csv-writer.ts';
import { LARGEST_PAGE } from './fetch-records.ts';

export type CsvProgress = {
  rows: number;
  /** Seconds until the next try, after a page that did not come. */
  waitsFor?: number;
};

/** Retries of one page. */
const RETRIES = 3;

/** The context is that of the call of the client: a page that does not come is asked for again. */
type Asked = { limit: number; cursor: string | undefined; signal: AbortSignal; context: CallContext };

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
    const context: CallContext = {
      retries: RETRIES,
      onRetry: ({ delay }) => onProgress({ rows, waitsFor: Math.ceil(delay / 1_000) }),
    };
    const { items, nextCursor } = await fetchPage({ signal, limit: LARGEST_PAGE, cursor, context });
    signal.throwIfAborted();
    parts.push(new Blob([write(items)]));
    rows += items.length;
    onProgress({ rows });
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  return { file: new Blob(parts, { type: 'text/csv;charset=utf-8' }), rows };
}

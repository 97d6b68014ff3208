import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { download } from './download.ts';
import { type CsvProgress, type CsvSource, fetchCsv } from './fetch-csv.ts';

export type CsvDownload = ReturnType<typeof useCsvDownload>;

/** Downloads all rows of a source as CSV. Leaving the page cancels it. */
export function useCsvDownload() {
  const controller = useRef<AbortController>(undefined);
  const [progress, onProgress] = useState<CsvProgress>({ rows: 0 });
  const { mutate, reset, variables, ...state } = useMutation({
    mutationFn: async (source: CsvSource) => {
      controller.current = new AbortController();
      const { signal } = controller.current;
      onProgress({ rows: 0 });
      const { file, rows } = await fetchCsv(source, { signal, onProgress });
      download(source.name, file);
      return rows;
    },
  });
  useEffect(() => () => controller.current?.abort(), []);
  return {
    name: variables?.name,
    progress,
    isRunning: state.isPending,
    error: state.error,
    /** How many rows the file has that was saved. */
    rows: state.data,
    start: mutate,
    restart: () => variables && mutate(variables),
    /** Ends what is under way, and forgets how it went. */
    dismiss: () => {
      controller.current?.abort();
      reset();
    },
  };
}

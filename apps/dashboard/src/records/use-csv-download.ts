import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { RecordKind } from '../kinds/record-kinds.ts';
import { download } from './download.ts';
import { type CsvProgress, fetchCsv } from './fetch-csv.ts';
import type { RecordsSearch } from './records-search.ts';

type Asked = { kind: RecordKind; search: RecordsSearch };
export type CsvDownload = ReturnType<typeof useCsvDownload>;

/** Downloads all records of a search as CSV. Leaving the page cancels it. */
export function useCsvDownload(zone: string) {
  const controller = useRef<AbortController>(undefined);
  const [progress, onProgress] = useState<CsvProgress>({ rows: 0 });
  const { mutate, reset, variables, ...state } = useMutation({
    mutationFn: async ({ kind, search }: Asked) => {
      controller.current = new AbortController();
      const { signal } = controller.current;
      onProgress({ rows: 0 });
      const { file, rows } = await fetchCsv(kind, { search, zone, signal, onProgress });
      download(`${kind}.csv`, file);
      return rows;
    },
  });
  useEffect(() => () => controller.current?.abort(), []);
  return {
    name: variables && `${variables.kind}.csv`,
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

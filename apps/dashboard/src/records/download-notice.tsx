import { Button, Group, Loader, Paper, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Trouble } from '../feedback/trouble.tsx';
import { formatCount } from '../format/count.ts';
import type { CsvProgress, CsvSource } from './fetch-csv.ts';
import type { CsvDownload } from './use-csv-download.ts';

type CsvButtonProps = {
  csv: CsvDownload;
  /** Undefined while there are no rows to save. */
  source: CsvSource | undefined;
};

/** Starts a download of all rows. */
export function CsvButton({ csv, source }: CsvButtonProps) {
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      aria-label="Download CSV"
      disabled={!source || csv.isRunning}
      onClick={() => source && csv.start(source)}
    >
      CSV
    </Button>
  );
}

/** The progress of a download with a button to cancel it, then the rows of the file or the error. */
export function DownloadNotice({ csv }: { csv: CsvDownload }) {
  const { name, progress, isRunning, error, rows, restart, dismiss } = csv;
  if (error) {
    const title = `Couldn't save ${name}: the download stopped after ${countRows(progress.rows)}`;
    return <Trouble title={title} error={error} onRetry={restart} />;
  }
  if (!isRunning && rows === undefined) return null;
  return (
    <Paper withBorder p="sm" component="section" aria-label="Download">
      <Group justify="space-between" gap="sm">
        <Group gap="xs">
          {isRunning && <Loader size="xs" aria-hidden />}
          <Text size="sm" role="status">
            {rows === undefined ? `Downloading ${name}…` : `Saved ${name} (${countRows(rows)}).`}
          </Text>
          {/* Outside the status, which screen readers announce at each change. */}
          {isRunning && <Text size="sm">{progressText(progress)}</Text>}
        </Group>
        <Button size="xs" variant="default" onClick={dismiss}>
          {isRunning ? 'Cancel' : 'Close'}
        </Button>
      </Group>
    </Paper>
  );
}

function progressText({ rows, waitsFor }: CsvProgress): string {
  const done = `${countRows(rows)} so far.`;
  if (waitsFor === undefined) return done;
  return `${done} Rate limited. Resuming in ${formatCount(waitsFor)} s.`;
}

function countRows(rows: number): string {
  return `${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}`;
}

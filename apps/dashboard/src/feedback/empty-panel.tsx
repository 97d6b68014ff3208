import { EmptyState, Paper } from '@mantine/core';
import type { IconTable } from '@tabler/icons-react';
import type { ReactNode } from 'react';

type EmptyPanelProps = { Icon: typeof IconTable; title: string; children: ReactNode };

/** Replaces a list without data: says what it would show, and how to record that. */
export function EmptyPanel({ Icon, title, children }: EmptyPanelProps) {
  return (
    <Paper withBorder p="xl">
      <EmptyState icon={<Icon aria-hidden />} title={title} description={children} />
    </Paper>
  );
}

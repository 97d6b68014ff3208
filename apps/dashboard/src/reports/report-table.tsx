import { ActionIcon, Button, Group, Table, Text, VisuallyHidden } from '@mantine/core';
import { IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Outputs } from '../api/client.ts';
import { formatInstant } from '../format/instant.ts';
import { visible } from '../format/visible.ts';
import { TableFrame } from '../shell/table-frame.tsx';
import { DeleteReport } from './delete-report.tsx';
import { ReportDrawer } from './report-drawer.tsx';

type Report = Outputs['reports']['get'];

export function ReportTable({ reports, zone }: { reports: readonly Report[]; zone: string }) {
  const hasDescriptions = reports.some(({ description }) => description);
  const [running, setRunning] = useState<string>();
  const [deleting, setDeleting] = useState<string>();
  return (
    <>
      <TableFrame label="Reports" hasActions minWidth={560} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            {hasDescriptions && <Table.Th>Description</Table.Th>}
            <Table.Th>Saved</Table.Th>
            <Table.Th>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {reports.map(({ id, name, description, updatedAt }) => (
            <Table.Tr key={id}>
              <Table.Td miw={160} maw={240} style={{ overflowWrap: 'anywhere' }}>
                <bdi>{visible(name)}</bdi>
              </Table.Td>
              {hasDescriptions && (
                <Table.Td maw={320}>
                  <Text size="sm" c="dimmed" truncate title={description ?? ''} dir="auto" ta="left">
                    {description}
                  </Text>
                </Table.Td>
              )}
              <Table.Td className="figures">{formatInstant(updatedAt, zone)}</Table.Td>
              <Table.Td>
                <Group gap="xs" wrap="nowrap" justify="flex-end">
                  <Button
                    size="xs"
                    variant="default"
                    leftSection={<IconPlayerPlay size={14} aria-hidden />}
                    onClick={() => setRunning(name)}
                    aria-label={`Run ${name}`}
                  >
                    Run
                  </Button>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Delete ${name}`}
                    onClick={() => setDeleting(name)}
                  >
                    <IconTrash size={16} aria-hidden />
                  </ActionIcon>
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </TableFrame>
      <ReportDrawer name={running} onClose={() => setRunning(undefined)} />
      <DeleteReport name={deleting} onClose={() => setDeleting(undefined)} />
    </>
  );
}

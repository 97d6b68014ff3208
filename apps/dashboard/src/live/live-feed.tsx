import { Badge, Box, Group, Indicator, Paper, ScrollArea, Skeleton, Text, Title } from '@mantine/core';
import { formatInstant } from '../format/instant.ts';
import { type AnyRecord, describeRecord, recordKinds } from '../records/record-kinds.ts';
import type { LiveRecords } from './use-live-records.ts';

const states = {
  connecting: { color: 'yellow', text: 'Connecting' },
  live: { color: 'teal', text: 'Live' },
  broken: { color: 'red', text: 'Not connected' },
} as const;

const HEIGHT = 312;

/** What is being recorded. */
export function LiveFeed({ records, state, zone }: LiveRecords & { zone: string }) {
  const { color, text } = states[state];
  return (
    <Paper withBorder p="md" component="section" aria-label="Live feed">
      <Group justify="space-between" mb="md" h={26}>
        <Title order={2} size="h4">
          Being recorded
        </Title>
        <Group gap={10}>
          <Indicator color={color} size={8} position="middle-center" processing={state === 'live'}>
            <Box w={8} h={8} />
          </Indicator>
          <Text size="sm" c="dimmed" role="status">
            {text}
          </Text>
        </Group>
      </Group>
      <ScrollArea
        h={HEIGHT}
        type="auto"
        offsetScrollbars="y"
        viewportProps={{ tabIndex: 0, 'aria-label': 'Latest records' }}
      >
        {!records && <Skeleton h={HEIGHT} />}
        {records?.length === 0 && (
          <Text size="sm" c="dimmed">
            What your agents record from now on appears here.
          </Text>
        )}
        {records?.map((entry) => (
          <FeedLine key={entry.record.id} entry={entry} zone={zone} />
        ))}
      </ScrollArea>
    </Paper>
  );
}

function FeedLine({ entry, zone }: { entry: AnyRecord; zone: string }) {
  const { singular, color } = recordKinds[entry.kind];
  const { record } = entry;
  return (
    <Group gap="xs" py={5} wrap="nowrap" justify="space-between">
      <Group gap="xs" wrap="nowrap" style={{ minWidth: 0 }}>
        <Badge variant="dot" color={color} w={92} tt="none" fw={500} style={{ flexShrink: 0 }}>
          {singular}
        </Badge>
        <Text size="sm" truncate>
          <Text span fw={600} inherit className="figures">
            <bdi>{describeRecord(entry)}</bdi>
          </Text>{' '}
          {record.agentKey && <bdi>{record.agentKey}</bdi>}
          {record.agentKey && record.customerKey && ' → '}
          {record.customerKey && <bdi>{record.customerKey}</bdi>}
        </Text>
      </Group>
      <Text size="xs" c="dimmed" className="figures" style={{ flexShrink: 0 }}>
        {formatInstant(record.createdAt, zone, 'time')}
      </Text>
    </Group>
  );
}

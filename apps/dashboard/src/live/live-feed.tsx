import { Badge, Box, Group, Indicator, Paper, ScrollArea, Skeleton, Text, Title } from '@mantine/core';
import { keyText } from '../catalogue/key-text.ts';
import { formatInstant } from '../format/instant.ts';
import { visible } from '../format/visible.ts';
import { type AnyRecord, describeRecord, looksOf } from '../kinds/record-kinds.ts';
import { type NamedMember, useRecordNames } from '../records/use-record-names.ts';
import { TextLink } from '../shell/links.tsx';
import { SessionLink } from '../shell/session-link.tsx';
import { type LiveRecords, liveStates } from './use-live-records.ts';

const HEIGHT = 312;

/** The latest records as they arrive, in a card. */
export function LiveFeed({ records, state, zone }: LiveRecords & { zone: string }) {
  const { color, text } = liveStates[state];
  return (
    <Paper withBorder p="md" h="100%" component="section" aria-label="Live feed">
      <Group justify="space-between" mb="md" h={26}>
        <Title order={2} size="h4">
          Live activity
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
        <LiveList records={records} zone={zone} />
      </ScrollArea>
    </Paper>
  );
}

/** The latest records as they arrive, newest first. */
export function LiveList({ records: given, zone }: Pick<LiveRecords, 'records'> & { zone: string }) {
  const { memberOf, isReady } = useRecordNames(given?.map(({ record }) => record));
  const records = isReady ? given : undefined;
  return (
    <>
      {!records && <Skeleton h={HEIGHT} />}
      {records?.length === 0 && (
        <Text size="sm" c="dimmed">
          New records appear here as they arrive.
        </Text>
      )}
      {records?.map((entry) => (
        <FeedLine key={entry.record.id} entry={entry} zone={zone} memberOf={memberOf} />
      ))}
    </>
  );
}

type FeedLineProps = {
  entry: AnyRecord;
  zone: string;
  memberOf: ReturnType<typeof useRecordNames>['memberOf'];
};

function FeedLine({ entry, zone, memberOf }: FeedLineProps) {
  const { kind, record } = entry;
  const { singular, color } = looksOf(kind, record);
  return (
    <Group gap="2px 8px" py={5}>
      <Badge variant="dot" color={color} w={92} tt="none" fw={500} style={{ flexShrink: 0 }}>
        {singular}
      </Badge>
      <Text size="sm" fw={600} truncate maw="60%" dir="auto" className="figures">
        {describeRecord(entry)}
      </Text>
      <Text size="xs" c="dimmed" className="figures" ml="auto">
        {formatInstant(record.createdAt, zone, 'time')}
      </Text>
      <Group gap="2px 6px" fz="sm" w="100%">
        <FeedMember member={memberOf('agentKey', record.agentKey)} />
        <Group gap={6} wrap="nowrap" maw="100%">
          {record.agentKey && record.customerKey && <span>→</span>}
          <FeedMember member={memberOf('customerKey', record.customerKey)} />
        </Group>
        {record.sessionKey !== null && (
          <Group gap={6} wrap="nowrap" maw="100%" c="dimmed">
            <span>in</span>
            <SessionLink sessionKey={record.sessionKey} />
          </Group>
        )}
      </Group>
    </Group>
  );
}

function FeedMember({ member }: { member: NamedMember | undefined }) {
  if (!member || member.row.key === null) return null;
  const { dimension, row, withKey } = member;
  const key = visible(member.row.key);
  return (
    <TextLink
      to="/$dimension/$key"
      params={{ dimension, key: member.row.key }}
      inherit
      truncate
      maw="100%"
      dir="auto"
      title={key}
    >
      {keyText(row, '')}
      {withKey && (
        <>
          {' '}
          (<bdi>{key}</bdi>)
        </>
      )}
    </TextLink>
  );
}

import '@mantine/core/styles/Timeline.css';
import { Stack, Text, Timeline, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Trouble } from '../../feedback/trouble.tsx';
import { formatInstant } from '../../format/instant.ts';
import type { RecordKind } from '../../kinds/record-kinds.ts';
import { fetchHistory, type RecordFields, type RecordVersion } from '../fetch-records.ts';
import { fieldLabel, fieldText } from '../record-columns.ts';
import { actionWords } from './correction-actions.ts';
import { amendedOf } from './record-fields.ts';
import { useAuthorText } from './use-author-text.ts';

type RecordHistoryProps = { kind: RecordKind; record: RecordFields; zone: string };

/** The versions of a record, newest first. Each shows its time, author and reason, and the fields that it changed. */
export function RecordHistory({ kind, record, zone }: RecordHistoryProps) {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['records', kind, 'history', record.id, record.version],
    queryFn: () => fetchHistory(kind, record.id),
  });
  const versions = data ?? [];
  const authorText = useAuthorText(versions);
  if (error) return <Trouble error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  return (
    <Stack gap="sm">
      <Title order={3} size="h5">
        History
      </Title>
      <Timeline bulletSize={14} lineWidth={2}>
        {versions
          .map((version, index) => (
            <Timeline.Item key={version.version} title={titleOf(version)}>
              <Text size="xs" c="dimmed">
                {aboutOf(version, { record, zone, authorText })}
              </Text>
              {version.correction && (
                <Text size="sm">
                  <bdi style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                    {version.correction.reason}
                  </bdi>
                </Text>
              )}
              {changed(kind, lastRecord(versions.slice(0, index)), version.record).map((field) => (
                <Text key={field} size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {fieldLabel(field)}:{' '}
                  <bdi>
                    {fieldText(field, fieldOf(lastRecord(versions.slice(0, index)), field), zone, 'full')}
                  </bdi>
                  {' → '}
                  <bdi>{fieldText(field, fieldOf(version.record, field), zone, 'full')}</bdi>
                </Text>
              ))}
            </Timeline.Item>
          ))
          .toReversed()}
      </Timeline>
    </Stack>
  );
}

function titleOf({ version, correction }: RecordVersion): string {
  return `${correction ? actionWords[correction.action].done : 'Recorded'} (version ${version})`;
}

type AboutOptions = Pick<RecordHistoryProps, 'record' | 'zone'> & {
  authorText: ReturnType<typeof useAuthorText>;
};

function aboutOf({ correction }: RecordVersion, { record, zone, authorText }: AboutOptions): string {
  if (!correction) return formatInstant(record.createdAt, zone, 'full');
  const cause = correction.causeId ? ', with the record that created it' : '';
  return `${formatInstant(correction.createdAt, zone, 'full')}, ${authorText(correction.createdBy)}${cause}`;
}

/** The record before a version: a voided one in the state that it had last. */
function lastRecord(earlier: readonly RecordVersion[]): RecordFields | null {
  return earlier.findLast(({ record }) => record)?.record ?? null;
}

/** The fields in which a version differs from the one before. */
function changed(kind: RecordKind, before: RecordFields | null, after: RecordFields | null): string[] {
  if (!before || !after) return [];
  return amendedOf(kind, after).filter(
    (field) => JSON.stringify(fieldOf(before, field)) !== JSON.stringify(fieldOf(after, field)),
  );
}

function fieldOf(record: RecordFields | null, field: string): unknown {
  return record && Reflect.get(record, field);
}

import { Badge, Button, Group, Skeleton, Table, Text, VisuallyHidden } from '@mantine/core';
import { formatCount } from '../format/count.ts';
import { formatInstant } from '../format/instant.ts';
import { visible } from '../format/visible.ts';
import { TableFrame } from '../shell/table-frame.tsx';
import { ignoredTexts, OTHER, type Source } from './sources.ts';

type SourceTableProps = {
  sources: readonly Source[] | undefined;
  zone: string;
  /** Names of scopes that make no events. */
  ignoredScopes: readonly string[];
  isChanging: boolean;
  onIgnore: (name: string, isIgnored: boolean) => void;
};

const PLACEHOLDERS = Array.from({ length: 3 }, (_, index) => `placeholder ${index}`);

/** The counts of each source, by what became of its items. */
export function SourceTable({ sources, ...props }: SourceTableProps) {
  return (
    <TableFrame label="Sources of telemetry" hasActions minWidth={720} verticalSpacing="xs">
      <Table.Thead>
        <Table.Tr style={{ whiteSpace: 'nowrap' }}>
          <Table.Th>Source</Table.Th>
          <Table.Th ta="right">Recorded</Table.Th>
          <Table.Th ta="right">Containers</Table.Th>
          <Table.Th>Ignored</Table.Th>
          <Table.Th>Refused</Table.Th>
          <Table.Th>Last received</Table.Th>
          <Table.Th>
            <VisuallyHidden>Actions</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {sources?.map((source) => (
          <SourceLine key={`${source.signal} ${source.software} ${source.name}`} source={source} {...props} />
        ))}
        {!sources &&
          PLACEHOLDERS.map((key) => (
            <Table.Tr key={key}>
              <Table.Td colSpan={7}>
                <Skeleton h={26} />
              </Table.Td>
            </Table.Tr>
          ))}
      </Table.Tbody>
    </TableFrame>
  );
}

type SourceLineProps = Omit<SourceTableProps, 'sources'> & { source: Source };

function SourceLine({ source, zone, ignoredScopes, isChanging, onIgnore }: SourceLineProps) {
  const { signal, software, name, recorded, containers, refused, refusedBecause, lastAt } = source;
  const isIgnored = ignoredScopes.includes(name);
  return (
    <Table.Tr>
      <Table.Td miw={180} maw={320} style={{ overflowWrap: 'anywhere' }}>
        <Group gap={6}>
          <bdi>{visible(software)}</bdi>
          <Badge variant="default" size="sm" tt="none" fw={500}>
            {signal}
          </Badge>
        </Group>
        <Text size="xs" c="dimmed">
          <bdi>{visible(name)}</bdi>
        </Text>
      </Table.Td>
      <Table.Td ta="right" className="figures">
        {formatCount(recorded)}
      </Table.Td>
      <Table.Td ta="right" className="figures">
        {formatCount(containers)}
      </Table.Td>
      <Table.Td maw={240}>
        {Object.entries(source.ignored).map(([reason, count]) => (
          <Text key={reason} size="sm">
            {formatCount(count)} {ignoredTexts[reason] ?? reason}
          </Text>
        ))}
      </Table.Td>
      <Table.Td maw={240} style={{ overflowWrap: 'anywhere' }}>
        {refused > 0 && (
          <>
            {formatCount(refused)}
            <Text size="xs" c="dimmed">
              {refusedBecause}
            </Text>
          </>
        )}
      </Table.Td>
      <Table.Td className="figures" style={{ whiteSpace: 'nowrap' }}>
        {formatInstant(lastAt, zone)}
      </Table.Td>
      <Table.Td>
        {(recorded > 0 || isIgnored) && name !== OTHER && (
          <Group justify="flex-end">
            <Button
              size="xs"
              variant="default"
              disabled={isChanging}
              onClick={() => onIgnore(name, !isIgnored)}
              aria-label={`${isIgnored ? 'Record' : 'Ignore'} calls of ${name}`}
            >
              {isIgnored ? 'Record' : 'Ignore'}
            </Button>
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

import { Group, Paper, Progress, Skeleton, Table, Title } from '@mantine/core';
import type { Outputs } from '../api/client.ts';
import { GroupName } from '../catalogue/group-name.tsx';
import type { Group as CatalogueGroup } from '../catalogue/groups.ts';
import { groups } from '../catalogue/groups.ts';
import { keyTexts } from '../catalogue/key-text.ts';
import { formatMeasure, formatMeasureExactly } from '../measures/measures.ts';
import { TextLink } from '../shell/links.tsx';

type Row = NonNullable<Outputs['analytics']['slice']['by']>[string][number];
type TopGroupsProps = { title: string; group: CatalogueGroup; rows: readonly Row[] | undefined };

const PLACEHOLDERS = Array.from({ length: 6 }, (_, index) => `placeholder ${index}`);

export function TopGroups({ title, group, rows }: TopGroupsProps) {
  const texts = keyTexts(rows ?? [], groups[group].singular.toLowerCase());
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          {title}
        </Title>
        <TextLink to="/$group" params={{ group }} size="sm">
          All {groups[group].title.toLowerCase()}
        </TextLink>
      </Group>
      <Table.ScrollContainer minWidth={290} type="native" mih={250}>
        <Table aria-label={title} verticalSpacing={6} horizontalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{groups[group].singular}</Table.Th>
              <Table.Th ta="right">Revenue</Table.Th>
              <Table.Th ta="right" visibleFrom="xs">
                Margin
              </Table.Th>
              <Table.Th ta="right">ROI</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows?.map((row, index) => (
              <TopRow
                key={`${row.isOther} ${row.key}`}
                row={{ ...row, label: texts[index] ?? row.label }}
                group={group}
              />
            ))}
            {!rows &&
              PLACEHOLDERS.map((key) => (
                <Table.Tr key={key}>
                  <Table.Td colSpan={4}>
                    <Skeleton h={26} />
                  </Table.Td>
                </Table.Tr>
              ))}
            {rows?.length === 0 && (
              <Table.Tr>
                <Table.Td colSpan={4} c="dimmed">
                  Nothing was recorded in this window.
                </Table.Td>
              </Table.Tr>
            )}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  );
}

function TopRow({ row, group }: { row: Row; group: CatalogueGroup }) {
  const { revenue, share, margin, roi } = row.totals ?? {};
  return (
    <Table.Tr>
      <Table.Td maw={180}>
        <GroupName group={group} row={row} />
        <Progress
          value={(share ?? 0) * 100}
          size={4}
          mt={2}
          aria-label={`${formatMeasure('share', share)} of the revenue`}
        />
      </Table.Td>
      <Table.Td ta="right" title={formatMeasureExactly('revenue', revenue)}>
        {formatMeasure('revenue', revenue)}
      </Table.Td>
      <Table.Td ta="right" visibleFrom="xs">
        {formatMeasure('margin', margin)}
      </Table.Td>
      <Table.Td ta="right">{formatMeasure('roi', roi)}</Table.Td>
    </Table.Tr>
  );
}

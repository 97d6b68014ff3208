import { Group, Paper, Progress, Skeleton, Table, Title } from '@mantine/core';
import type { Outputs } from '../api/client.ts';
import { keyText, sharedTexts } from '../catalogue/key-text.ts';
import { MemberName } from '../catalogue/member-name.tsx';
import type { Dimension } from '../kinds/dimensions.ts';
import { dimensions } from '../kinds/dimensions.ts';
import { FigureCell } from '../measures/figure-cell.tsx';
import { formatMeasure } from '../measures/measures.ts';
import { TextLink } from '../shell/links.tsx';
import { TableFrame } from '../shell/table-frame.tsx';

type Row = NonNullable<Outputs['analytics']['slice']['by']>[string][number];
type TopMembersProps = { title: string; dimension: Dimension; rows: readonly Row[] | undefined };

const PLACEHOLDERS = Array.from({ length: 6 }, (_, index) => `placeholder ${index}`);

/** As long as $99,999.99. */
const MOST_CHARACTERS = 10;

export function TopMembers({ title, dimension, rows }: TopMembersProps) {
  const singular = dimensions[dimension].singular.toLowerCase();
  const shared = sharedTexts(rows ?? [], singular);
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          {title}
        </Title>
        <TextLink to="/$dimension" params={{ dimension }} size="sm">
          All {dimensions[dimension].title.toLowerCase()}
        </TextLink>
      </Group>
      <TableFrame label={title} minWidth={290} withFrame={false} verticalSpacing={6} horizontalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{dimensions[dimension].singular}</Table.Th>
            <Table.Th ta="right">Revenue</Table.Th>
            <Table.Th ta="right">Margin</Table.Th>
            <Table.Th ta="right">ROI</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows?.map((row) => (
            <TopRow
              key={`${row.isOther} ${row.key}`}
              row={row}
              dimension={dimension}
              withKey={shared.has(keyText(row, singular))}
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
                No data in this period.
              </Table.Td>
            </Table.Tr>
          )}
        </Table.Tbody>
      </TableFrame>
    </Paper>
  );
}

type TopRowProps = { row: Row; dimension: Dimension; withKey: boolean };

function TopRow({ row, dimension, withKey }: TopRowProps) {
  const { revenue, share, margin, roi } = row.totals ?? {};
  return (
    <Table.Tr>
      <Table.Td maw={180}>
        <MemberName dimension={dimension} row={row} withKey={withKey} />
        <Progress
          value={(share ?? 0) * 100}
          size={4}
          mt={2}
          aria-label={`${formatMeasure('share', share)} of revenue`}
        />
      </Table.Td>
      <FigureCell measure="revenue" value={revenue} mostCharacters={MOST_CHARACTERS} />
      <FigureCell measure="margin" value={margin} mostCharacters={MOST_CHARACTERS} />
      <FigureCell measure="roi" value={roi} mostCharacters={MOST_CHARACTERS} />
    </Table.Tr>
  );
}

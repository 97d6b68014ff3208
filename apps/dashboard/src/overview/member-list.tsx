import { Group, Paper, Skeleton, Table, Title } from '@mantine/core';
import type { Outputs } from '../api/client.ts';
import { keyText, sharedTexts } from '../catalogue/key-text.ts';
import { MemberName } from '../catalogue/member-name.tsx';
import { dimensions } from '../kinds/dimensions.ts';
import { FigureCell } from '../measures/figure-cell.tsx';
import { type Measure, measures } from '../measures/measures.ts';
import { TextLink } from '../shell/links.tsx';
import { TableFrame } from '../shell/table-frame.tsx';
import { groupFilters } from '../where/group-filters.ts';

type Row = NonNullable<Outputs['analytics']['slice']['by']>[string][number];
type MemberListProps = {
  kind: 'losing' | 'earning';
  dimension: 'agents' | 'customers';
  /** Those that lose or earn the most first; undefined while they load. */
  groups: readonly Row[] | undefined;
};

/** Rows of a list. */
const LISTED = 5;
/** As long as $99,999.99. */
const MOST_CHARACTERS = 10;
/** The margin stands where a phone shows it. */
const columns = ['margin', 'revenue', 'cost'] as const satisfies Measure[];

/** The agents or customers with the lowest margins below zero, or with the highest above it. */
export function MemberList({ kind, dimension, groups }: MemberListProps) {
  const { singular, title: plural } = dimensions[dimension];
  const sign = kind === 'losing' ? -1 : 1;
  const rows = groups
    ?.filter(({ isOther, totals }) => !isOther && Math.sign(Number(totals?.margin)) === sign)
    .slice(0, LISTED);
  const shared = sharedTexts(rows ?? [], singular.toLowerCase());
  const title = `${plural} ${kind} most`;
  return (
    <Paper withBorder p="md" h="100%">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          {title}
        </Title>
        <TextLink to="/$dimension" params={{ dimension }} size="sm">
          All {plural.toLowerCase()}
        </TextLink>
      </Group>
      <TableFrame label={title} minWidth={290} withFrame={false} verticalSpacing={6} horizontalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{singular}</Table.Th>
            {columns.map((measure) => (
              <Table.Th key={measure} ta="right">
                {measures[measure].label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows?.map((row) => (
            <MemberRow
              key={`${row.key}`}
              row={row}
              dimension={dimension}
              withKey={shared.has(keyText(row, singular.toLowerCase()))}
            />
          ))}
          {!rows &&
            Array.from({ length: LISTED }, (_, index) => (
              <Table.Tr key={index}>
                <Table.Td colSpan={columns.length + 1}>
                  <Skeleton h={22} />
                </Table.Td>
              </Table.Tr>
            ))}
          {rows?.length === 0 && (
            <Table.Tr>
              <Table.Td colSpan={columns.length + 1} c="dimmed">
                No {singular.toLowerCase()} {kind === 'losing' ? 'lost' : 'earned'} money in this period.
              </Table.Td>
            </Table.Tr>
          )}
        </Table.Tbody>
      </TableFrame>
    </Paper>
  );
}

type MemberRowProps = { row: Row; dimension: MemberListProps['dimension']; withKey: boolean };

function MemberRow({ row, dimension, withKey }: MemberRowProps) {
  const where = groupFilters({ dimension: dimensions[dimension].sliceDimension }, row, []);
  return (
    <Table.Tr>
      <Table.Td maw={180}>
        <MemberName dimension={dimension} row={row} withKey={withKey} />
      </Table.Td>
      {columns.map((measure) => (
        <FigureCell
          key={measure}
          measure={measure}
          value={row.totals?.[measure]}
          mostCharacters={MOST_CHARACTERS}
          where={where}
        />
      ))}
    </Table.Tr>
  );
}

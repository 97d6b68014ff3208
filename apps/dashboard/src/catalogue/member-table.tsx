import { Paper, Skeleton, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { Outputs } from '../api/client.ts';
import { formatExactMoney } from '../format/money.ts';
import {
  formatMeasure,
  formatMeasureExactly,
  measures as known,
  type Measure,
  NOTHING,
} from '../measures/measures.ts';
import type { Member } from './fetch-members.ts';
import { GroupName } from './group-name.tsx';
import { type Group, groupOf } from './groups.ts';
import { SortHead } from './sort-head.tsx';
import { type Sort, sortMembers } from './sort-members.ts';

type MemberTableProps = {
  group: Group;
  members: readonly Member[] | undefined;
  /** Of those whose totals are known, also that they have none. */
  totals: ReadonlyMap<string, Outputs['analytics']['slice']['totals']>;
  /** Whether those without are to be waited for. */
  isLoading: boolean;
};

const PLACEHOLDERS = Array.from({ length: 8 }, (_, index) => `placeholder ${index}`);

export function MemberTable({ group, members, totals, isLoading }: MemberTableProps) {
  const { title, measures, hasValue } = groupOf(group);
  const [first = 'revenue'] = measures;
  const [sort, setSort] = useState<Sort>({ by: first, isDescending: true });
  const columns = measures.length + (hasValue ? 2 : 1);
  const head = (by: Measure | 'name', label: string) => (
    <SortHead key={by} by={by} label={label} sort={sort} onSort={setSort} />
  );
  return (
    <Paper withBorder>
      <Table.ScrollContainer minWidth={720} type="native">
        <Table highlightOnHover aria-label={title} verticalSpacing={7}>
          <Table.Thead>
            <Table.Tr>
              {head('name', 'Name')}
              {hasValue && <Table.Th ta="right">Value of one</Table.Th>}
              {measures.map((measure) => head(measure, known[measure].label))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {members &&
              sortMembers(members, totals, sort).map((member) => (
                <Table.Tr key={member.id}>
                  <Table.Td maw={260}>
                    <GroupName group={group} row={{ key: member.key, label: member.name, isOther: false }} />
                    {member.name && (
                      <Text size="xs" c="dimmed" truncate>
                        {member.key}
                      </Text>
                    )}
                  </Table.Td>
                  {hasValue && (
                    <Table.Td ta="right">{member.value ? formatExactMoney(member.value) : NOTHING}</Table.Td>
                  )}
                  {measures.map((measure) => {
                    const value = totals.get(member.key)?.[measure];
                    return (
                      <Table.Td key={measure} ta="right" title={formatMeasureExactly(measure, value)}>
                        {totals.has(member.key) && formatMeasure(measure, value)}
                        {!totals.has(member.key) && isLoading && <Skeleton h={16} />}
                      </Table.Td>
                    );
                  })}
                </Table.Tr>
              ))}
            {!members &&
              isLoading &&
              PLACEHOLDERS.map((key) => (
                <Table.Tr key={key}>
                  <Table.Td colSpan={columns}>
                    <Skeleton h={22} />
                  </Table.Td>
                </Table.Tr>
              ))}
            {members?.length === 0 && (
              <Table.Tr>
                <Table.Td colSpan={columns} c="dimmed">
                  There are none yet. The first record that names one creates it.
                </Table.Td>
              </Table.Tr>
            )}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  );
}

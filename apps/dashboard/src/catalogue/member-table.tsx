import { Button, Skeleton, Table } from '@mantine/core';
import { useState } from 'react';
import type { Outputs } from '../api/client.ts';
import { formatExactMoney } from '../format/money.ts';
import { type Dimension, dimensionOf } from '../kinds/dimensions.ts';
import { FigureCell } from '../measures/figure-cell.tsx';
import { measures as known, type Measure, NOTHING } from '../measures/measures.ts';
import { TableFrame } from '../shell/table-frame.tsx';
import type { Member } from './fetch-members.ts';
import { MemberName } from './member-name.tsx';
import { SortHead } from './sort-head.tsx';
import { type Sort, sortMembers } from './sort-members.ts';

type MemberTableProps = {
  dimension: Dimension;
  members: readonly Member[] | undefined;
  /** By key; undefined for members without records in the period. */
  totals: ReadonlyMap<string, Outputs['analytics']['slice']['totals']>;
  /** While totals are on their way the rows have no order. */
  isLoading: boolean;
  /** Undefined for the usual order. */
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
};

/** Rows that are shown at first, and how many more each time. */
const PAGE = 100;

const PLACEHOLDERS = Array.from({ length: 8 }, (_, index) => `placeholder ${index}`);

export function MemberTable({
  dimension,
  members,
  totals,
  isLoading,
  sort: chosen,
  onSort,
}: MemberTableProps) {
  const { title, measures, hasValue } = dimensionOf(dimension);
  const [first = 'revenue'] = measures;
  const isKnown = chosen && (chosen.by === 'name' || measures.includes(chosen.by));
  const sort = isKnown ? chosen : { by: first, isDescending: true };
  const [shown, setShown] = useState(PAGE);
  const sorted = members && !isLoading ? sortMembers(members, totals, sort) : undefined;
  const hasValues = hasValue && (members?.some(({ value }) => value) ?? true);
  const columns = measures.length + (hasValues ? 2 : 1);
  const head = (by: Measure | 'name', label: string) => (
    <SortHead key={by} by={by} label={label} sort={sort} onSort={onSort} />
  );
  return (
    <>
      <TableFrame label={title} minWidth={720} highlightOnHover verticalSpacing={7}>
        <Table.Thead>
          <Table.Tr>
            {head('name', 'Name')}
            {hasValues && (
              <Table.Th ta="right" style={{ whiteSpace: 'nowrap' }}>
                Value each
              </Table.Th>
            )}
            {measures.map((measure) => head(measure, known[measure].label))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sorted?.slice(0, shown).map((member) => (
            <Table.Tr key={member.id}>
              <Table.Td maw={{ base: 140, xs: 260 }}>
                <MemberName
                  dimension={dimension}
                  row={{ key: member.key, label: member.name, isOther: false }}
                  withKey={Boolean(member.name)}
                />
              </Table.Td>
              {hasValues && (
                <Table.Td ta="right" className="figures">
                  {member.value ? formatExactMoney(member.value) : NOTHING}
                </Table.Td>
              )}
              {measures.map((measure) => {
                const value = totals.get(member.key)?.[measure];
                // Unknown where a question failed, which is not the same as nothing.
                return totals.has(member.key) ? (
                  <FigureCell key={measure} measure={measure} value={value} />
                ) : (
                  <Table.Td key={measure} />
                );
              })}
            </Table.Tr>
          ))}
          {isLoading &&
            PLACEHOLDERS.map((key) => (
              <Table.Tr key={key}>
                <Table.Td colSpan={columns}>
                  <Skeleton h={22} />
                </Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </TableFrame>
      {sorted && sorted.length > shown && (
        <Button variant="default" w="fit-content" onClick={() => setShown(shown + PAGE)}>
          Show more
        </Button>
      )}
    </>
  );
}

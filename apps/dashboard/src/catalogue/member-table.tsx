import { Skeleton, Table } from '@mantine/core';
import { formatExactMoney } from '../format/money.ts';
import { type Dimension, dimensionOf } from '../kinds/dimensions.ts';
import { ChangeCell } from '../measures/change-cell.tsx';
import { FigureCell } from '../measures/figure-cell.tsx';
import { measures as known, NOTHING } from '../measures/measures.ts';
import { TableFrame } from '../shell/table-frame.tsx';
import { type Column, columnsOf, costPerSession, isMeasure } from './member-columns.ts';
import { MemberName } from './member-name.tsx';
import type { MembersSort } from './members-search.ts';
import { SortHead } from './sort-head.tsx';
import { idOf, type MemberFigures, type MemberRow } from './use-member-rows.ts';

type MemberTableProps = {
  dimension: Dimension;
  /** The rows, and their sum if they are all that match; undefined while they load. */
  table: { rows: readonly MemberRow[]; total: MemberFigures | undefined } | undefined;
  /** The value of one achievement or call, by key. */
  values: ReadonlyMap<string, string>;
  isCompared: boolean;
  sort: MembersSort;
  onSort: (sort: MembersSort) => void;
};

const PLACEHOLDERS = Array.from({ length: 8 }, (_, index) => `placeholder ${index}`);

/** Members with their figures, as the server has ordered them, below the sum of all. */
export function MemberTable({ dimension, table, values, isCompared, sort, onSort }: MemberTableProps) {
  const { title, singular, hasValue } = dimensionOf(dimension);
  const columns = columnsOf[dimension].filter((column) => column !== 'change' || isCompared);
  return (
    <TableFrame label={title} minWidth={720} highlightOnHover verticalSpacing={7}>
      <Table.Thead>
        <Table.Tr>
          <SortHead by="key" label={singular} sort={sort} onSort={onSort} isText />
          {hasValue && <PlainHead label="Value each" />}
          {columns.map((column) =>
            column === 'costPerSession' ? (
              <PlainHead key={column} label="Cost per session" />
            ) : (
              <SortHead
                key={column}
                by={column}
                label={column === 'change' ? 'Change' : known[column].label}
                sort={sort}
                onSort={onSort}
                // The largest fall comes first.
                isAscendingFirst={column === 'change'}
              />
            ),
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {table?.total && (
          <Table.Tr fw={650}>
            <Table.Th scope="row">Total</Table.Th>
            {hasValue && <Table.Td />}
            <FigureCells columns={columns} {...table.total} />
          </Table.Tr>
        )}
        {table?.rows.map(({ group, ...figures }) => (
          <Table.Tr key={idOf(group)}>
            <Table.Td maw={{ base: 140, xs: 260 }}>
              <MemberName
                dimension={dimension}
                row={group}
                withKey={group.key !== null && group.label !== group.key}
              />
            </Table.Td>
            {hasValue && <ValueCell value={group.key === null ? undefined : values.get(group.key)} />}
            <FigureCells columns={columns} {...figures} />
          </Table.Tr>
        ))}
        {table?.rows.length === 0 && (
          <Table.Tr>
            <Table.Td colSpan={columns.length + 2} c="dimmed">
              No data in this period.
            </Table.Td>
          </Table.Tr>
        )}
        {!table &&
          PLACEHOLDERS.map((key) => (
            <Table.Tr key={key}>
              <Table.Td colSpan={columns.length + 2}>
                <Skeleton h={22} />
              </Table.Td>
            </Table.Tr>
          ))}
      </Table.Tbody>
    </TableFrame>
  );
}

function PlainHead({ label }: { label: string }) {
  return (
    <Table.Th ta="right" style={{ whiteSpace: 'nowrap' }}>
      {label}
    </Table.Th>
  );
}

function ValueCell({ value }: { value: string | undefined }) {
  return (
    <Table.Td ta="right" className="figures">
      {value ? formatExactMoney(value) : NOTHING}
    </Table.Td>
  );
}

function FigureCells({ columns, ...figures }: MemberFigures & { columns: readonly Column[] }) {
  return columns.map((column) => <ColumnCell key={column} column={column} {...figures} />);
}

function ColumnCell({ column, totals, previous, late, where }: MemberFigures & { column: Column }) {
  if (column === 'change')
    return (
      <ChangeCell
        measure="margin"
        value={totals.margin}
        change={previous?.change?.margin}
        ratio={previous?.ratio?.margin}
        where={where}
      />
    );
  if (isMeasure(column) && totals[column] !== undefined)
    return <FigureCell measure={column} value={totals[column]} where={where} />;
  if (!late) {
    return (
      <Table.Td>
        <Skeleton h={18} w={48} ml="auto" />
      </Table.Td>
    );
  }
  if (isMeasure(column)) return <FigureCell measure={column} value={late[column]} where={where} />;
  const { cost = '0', sessions = 0 } = late;
  return <FigureCell measure="cost" value={costPerSession(cost, sessions)} where={where} />;
}

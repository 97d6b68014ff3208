import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { TableFrame } from '../shell/table-frame.tsx';

type ValuesRow = { id: string; cells: readonly ReactNode[] };
type ValuesTableProps = {
  label: string;
  heads: readonly { text: string; isFigure: boolean }[];
  rows: readonly ValuesRow[];
  height: number;
};

/** The exact values of a chart. */
export function ValuesTable({ label, heads, rows, height }: ValuesTableProps) {
  return (
    <TableFrame label={label} maxHeight={height} withFrame={false} striped verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          {heads.map(({ text, isFigure }, index) => (
            <Table.Th key={index} ta={isFigure ? 'right' : 'left'} dir="auto">
              {text}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ id, cells }) => (
          <Table.Tr key={id}>
            {cells.map((cell, index) => (
              <Table.Td key={index} ta={heads[index]?.isFigure ? 'right' : 'left'} dir="auto">
                {cell}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </TableFrame>
  );
}

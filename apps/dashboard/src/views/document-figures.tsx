import { Table } from '@mantine/core';
import { FigureCell } from '../measures/figure-cell.tsx';
import { measures as known } from '../measures/measures.ts';
import { TableFrame } from '../shell/table-frame.tsx';
import type { Figures } from './figures-of.ts';

export function DocumentFigures({ measures, depth, rows }: Figures) {
  return (
    <TableFrame label="Answer of the view" withFrame={false} striped>
      <Table.Thead>
        <Table.Tr>
          <Table.Th colSpan={depth}>Group</Table.Th>
          {measures.map((measure) => (
            <Table.Th key={measure} ta="right">
              {known[measure].label}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ names, totals }, index) => (
          <Table.Tr key={index}>
            {names.map((name, level) => (
              <Table.Td key={level} miw={110}>
                <bdi>{name}</bdi>
              </Table.Td>
            ))}
            {measures.map((measure) => (
              <FigureCell key={measure} measure={measure} value={totals[measure]} />
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </TableFrame>
  );
}

import { ScrollArea, Table } from '@mantine/core';
import { FigureCell } from '../measures/figure-cell.tsx';
import { measures as known } from '../measures/measures.ts';
import type { Figures } from './figures-of.ts';

export function ReportFigures({ measures, depth, rows }: Figures) {
  return (
    <ScrollArea type="auto" viewportProps={{ tabIndex: 0, 'aria-label': 'Result' }}>
      <Table striped aria-label="Answer of the report">
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
                <Table.Td key={level}>
                  <bdi>{name}</bdi>
                </Table.Td>
              ))}
              {measures.map((measure) => (
                <FigureCell key={measure} measure={measure} value={totals[measure]} />
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}

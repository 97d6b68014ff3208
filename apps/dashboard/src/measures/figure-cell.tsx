import { Table } from '@mantine/core';
import { formatMeasure, formatMeasureExactly, type Measure, type MeasureValue } from './measures.ts';

/** A figure in a table: in full on hover, and never broken inside the number. */
export function FigureCell({ measure, value }: { measure: Measure; value: MeasureValue }) {
  return (
    <Table.Td
      ta="right"
      className="figures"
      title={formatMeasureExactly(measure, value)}
      data-figure={value ?? ''}
    >
      {formatMeasure(measure, value)}
    </Table.Td>
  );
}

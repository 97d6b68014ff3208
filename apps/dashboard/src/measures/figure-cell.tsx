import { Table } from '@mantine/core';
import { Figure, type FigureRecords } from './figure.tsx';
import { formatMeasureExactly, formatMeasureWithin, type Measure, type MeasureValue } from './measures.ts';

type FigureCellProps = FigureRecords & {
  measure: Measure;
  value: MeasureValue;
  /** Longer figures take the compact form. */
  mostCharacters?: number;
};

/** A figure in a table: in full on hover and for screen readers, and never broken inside the number. */
export function FigureCell({
  measure,
  value,
  mostCharacters = Number.POSITIVE_INFINITY,
  ...records
}: FigureCellProps) {
  return (
    <Table.Td
      ta="right"
      className="figures"
      title={formatMeasureExactly(measure, value)}
      data-figure={value ?? ''}
    >
      <Figure
        measure={measure}
        value={value}
        text={formatMeasureWithin(measure, value, mostCharacters)}
        {...records}
      />
    </Table.Td>
  );
}

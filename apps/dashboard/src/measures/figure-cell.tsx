import { Table } from '@mantine/core';
import type { Filter } from '../where/filters.ts';
import { Figure } from './figure.tsx';
import { formatMeasureExactly, formatMeasureWithin, type Measure, type MeasureValue } from './measures.ts';

type FigureCellProps = {
  measure: Measure;
  value: MeasureValue;
  /** Longer figures take the compact form. */
  mostCharacters?: number;
  /** The filters of the figure, which then links to its records. */
  where?: readonly Filter[] | undefined;
};

/** A figure in a table: in full on hover and for screen readers, and never broken inside the number. */
export function FigureCell({
  measure,
  value,
  mostCharacters = Number.POSITIVE_INFINITY,
  where,
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
        where={where}
      />
    </Table.Td>
  );
}

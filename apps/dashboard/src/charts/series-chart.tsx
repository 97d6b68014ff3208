import { Group, Text } from '@mantine/core';
import { FigureLink } from '../measures/figure.tsx';
import { measures } from '../measures/measures.ts';
import { type ChartOptions, type Line, placesOf } from './chart-data.ts';
import { ChartFrame } from './chart-frame.tsx';
import { lookOf } from './line-look.ts';
import { LineSwatch } from './line-swatch.tsx';
import { TimeChart } from './time-chart.tsx';

type SeriesChartProps = ChartOptions & { lines: readonly Line[] | undefined; label: string; height: number };

/** One measure over time, with its legend and the table of its values. */
export function SeriesChart({ lines, label, height, ...options }: SeriesChartProps) {
  return (
    <ChartFrame
      label={label}
      height={height}
      values={lines && valuesOf(lines, options)}
      legend={<ChartLegend lines={lines ?? []} zone={options.zone} />}
    >
      <TimeChart lines={lines ?? []} label={label} height={height} {...options} />
    </ChartFrame>
  );
}

/** The time zone of a chart, and its lines where there are several. */
export function ChartLegend({ lines, zone }: { lines: readonly Line[]; zone: string }) {
  return (
    <Group gap="4px 16px">
      {lines.length > 1 &&
        lines.map(({ id, label }, index) => (
          <Group key={id} gap={6} wrap="nowrap" maw={340}>
            <LineSwatch {...lookOf(lines, index)} />
            <Text inherit truncate dir="auto" title={label}>
              {label}
            </Text>
          </Group>
        ))}
      <span>Time zone: {zone}</span>
    </Group>
  );
}

/** The head of the figures that a table compares with. */
export function comparedLabel(label: string): string {
  return `${label}, compared period`;
}

/** A row for each bucket. A comparison has a column for its own times. */
function valuesOf(lines: readonly Line[], options: ChartOptions) {
  const { label } = measures[options.measure];
  const heads = lines.flatMap((line, index) => {
    const time = { text: line.isComparison ? 'Compared period' : 'Period', isFigure: false };
    const ofWindow = lines.length === 1 || lines[1]?.isComparison ? label : line.label;
    const figure = { text: line.isComparison ? comparedLabel(label) : ofWindow, isFigure: true };
    return line.isComparison || index === 0 ? [time, figure] : [figure];
  });
  const rows = placesOf(lines, options).map(({ id, cells }) => ({
    id,
    cells: lines.flatMap(({ isComparison }, index) => {
      const cell = cells[index];
      const value = cell && <FigureLink records={cell.records}>{cell.value}</FigureLink>;
      return isComparison || index === 0 ? [cell?.time ?? '', value] : [value];
    }),
  }));
  return { heads, rows };
}

import { Group } from '@mantine/core';
import type { Step } from '../format/instant.ts';
import { FigureLink } from '../measures/figure.tsx';
import { measures } from '../measures/measures.ts';
import type { Span } from '../window/span-text.ts';
import type { Line } from './chart-data.ts';
import { ChartFrame } from './chart-frame.tsx';
import { LineSwatch } from './line-swatch.tsx';
import { looks, type MarginData, marginData, shown } from './margin-data.ts';
import { MarginDrawing } from './margin-drawing.tsx';
import { comparedLabel } from './series-chart.tsx';

type MarginChartProps = {
  label: string;
  /** The period, and the one that it is compared with, if any; undefined while they load. */
  lines: readonly Line[] | undefined;
  every: Step;
  zone: string;
  height: number;
  /** Opens the time that a reader selects. */
  onOpen: ((span: Span) => void) | undefined;
};

/** Revenue, cost and margin over time, with their legend and the table of their values. */
export function MarginChart({ lines, label, height, onOpen, every, zone }: MarginChartProps) {
  const data = lines && marginData(lines, every, zone);
  return (
    <ChartFrame
      label={label}
      height={height}
      values={data && lines && tableOf(data, lines)}
      legend={
        <Legend
          isCompared={lines?.length === 2}
          zone={zone}
          opened={onOpen && (every === 'hour' ? 'day' : every)}
        />
      }
    >
      {data && <MarginDrawing data={data} label={label} height={height} zone={zone} onOpen={onOpen} />}
    </ChartFrame>
  );
}

function tableOf(data: MarginData, lines: readonly Line[]) {
  const isCompared = lines.length === 2;
  const heads = [
    { text: 'Period', isFigure: false },
    ...shown.map((measure) => ({ text: measures[measure].label, isFigure: true })),
    ...(isCompared
      ? [
          { text: 'Compared period', isFigure: false },
          { text: comparedLabel(measures.margin.label), isFigure: true },
        ]
      : []),
  ];
  const rows = data.margin.map(({ id, cells }, index) => ({
    id,
    cells: [
      cells[0]?.time ?? '',
      ...shown.map((measure) => {
        const cell = data[measure][index]?.cells[0];
        return cell && <FigureLink records={cell.records}>{cell.value}</FigureLink>;
      }),
      ...(isCompared ? [cells[1]?.time ?? '', cells[1]?.value ?? ''] : []),
    ],
  }));
  return { heads, rows };
}

/** `opened` is what a bar opens. */
type LegendProps = { isCompared: boolean; zone: string; opened: Step | undefined };

function Legend({ isCompared, zone, opened }: LegendProps) {
  const entries = [
    ...shown.map((measure) => ({ text: measures[measure].label, ...looks[measure] })),
    ...(isCompared ? [{ text: comparedLabel(measures.margin.label), ...looks.compared }] : []),
  ];
  return (
    <Group gap="4px 16px">
      {entries.map(({ text, ...look }) => (
        <Group key={text} gap={6} wrap="nowrap">
          <LineSwatch {...look} />
          <span>{text}</span>
        </Group>
      ))}
      <span>Time zone: {zone}</span>
      {opened && <span>Select a bar to open its {opened}, or drag over several.</span>}
    </Group>
  );
}

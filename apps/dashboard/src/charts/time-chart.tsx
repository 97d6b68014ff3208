import '@mantine/charts/styles.css';
import { AreaChart, LineChart } from '@mantine/charts';
import { formatMeasureOnAxis } from '../measures/measures.ts';
import { type ChartOptions, type Line, toPoints } from './chart-data.ts';
import { lineColors } from './colors.ts';
import { ExactTooltip } from './exact-tooltip.tsx';

export type TimeChartProps = ChartOptions & { lines: readonly Line[]; height: number };

/** One measure over time: an area for one line, lines for several. */
export function TimeChart({ lines, height, ...options }: TimeChartProps) {
  const series = lines.map(({ label }, index) => ({
    name: `line${index}`,
    label,
    color: lineColors[index % lineColors.length] ?? 'gray',
  }));
  const shared = {
    h: height,
    data: toPoints(lines, options),
    dataKey: 'label',
    series,
    curveType: 'monotone',
    withDots: false,
    strokeWidth: 2,
    valueFormatter: (value: number) => formatMeasureOnAxis(options.measure, value),
    yAxisProps: { width: 64 },
    xAxisProps: { minTickGap: 24 },
    tooltipProps: { content: (props: TooltipContent) => <ExactTooltip {...props} series={series} /> },
    tooltipAnimationDuration: 0,
  } as const;
  return lines.length === 1 ? (
    <AreaChart {...shared} areaProps={{ isAnimationActive: false }} />
  ) : (
    <LineChart
      {...shared}
      lineProps={{ isAnimationActive: false }}
      withLegend
      legendProps={{ verticalAlign: 'bottom' }}
      styles={{
        legendItemName: {
          maxWidth: 200,
          lineHeight: 1.3,
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
        },
      }}
    />
  );
}

type TooltipContent = Omit<Parameters<typeof ExactTooltip>[0], 'series'>;

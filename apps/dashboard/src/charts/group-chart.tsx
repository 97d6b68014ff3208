import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import {
  formatMeasureExactly,
  formatMeasureOnAxis,
  type Measure,
  type MeasureValue,
  toPosition,
} from '../measures/measures.ts';
import { ExactTooltip } from './exact-tooltip.tsx';
import { NameTick } from './name-tick.tsx';

export type GroupChartProps = {
  measure: Measure;
  label: string;
  groups: readonly { label: string; value: MeasureValue }[];
  height: number;
};

const NAMES = 120;

/** One measure of some groups, as bars. */
export function GroupChart({ measure, label, groups, height }: GroupChartProps) {
  const series = [{ name: 'line0', label, color: 'indigo.6' }];
  const data = groups.map(({ label: name, value }) => ({
    label: name,
    line0: toPosition(value),
    isPartial: false,
    texts: [formatMeasureExactly(measure, value)],
  }));
  return (
    <BarChart
      h={height}
      data={data}
      dataKey="label"
      orientation="vertical"
      series={series}
      barProps={{ isAnimationActive: false, radius: 3, maxBarSize: 22 }}
      valueFormatter={(value) => formatMeasureOnAxis(measure, value)}
      yAxisProps={{ width: NAMES, interval: 0, tick: <NameTick width={NAMES - 12} /> }}
      gridAxis="x"
      tooltipAnimationDuration={0}
      tooltipProps={{
        content: (props: Omit<Parameters<typeof ExactTooltip>[0], 'series'>) => (
          <ExactTooltip {...props} series={series} />
        ),
      }}
    />
  );
}

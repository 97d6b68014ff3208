import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import {
  formatMeasureExactly,
  type Measure,
  type MeasureValue,
  measures,
  toPosition,
} from '../measures/measures.ts';
import { axis, grid, measureAxis, tooltip } from './chart-parts.ts';
import { ChartTooltip } from './chart-tooltip.tsx';
import classes from './charts.module.css';
import { colorAt } from './line-look.ts';
import { NameTick } from './name-tick.tsx';

/** A group is known by its id: several may have the same name. */
export type ChartGroup = { id: string; name: string; value: MeasureValue };
export type GroupChartProps = {
  measure: Measure;
  label: string;
  groups: readonly ChartGroup[];
  height: number;
};

const NAMES = 120;

/** One measure of some groups, as bars. */
export function GroupChart({ measure, label, groups, height }: GroupChartProps) {
  const data = groups.map((group) => ({ ...group, position: toPosition(group.value) }));
  const names = new Map(groups.map(({ id, name }) => [id, name]));
  const color = colorAt(0);
  return (
    <ResponsiveContainer height={height} className={classes.chart}>
      <BarChart
        data={data}
        layout="vertical"
        aria-label={label}
        margin={{ top: 0, right: 24, bottom: 0, left: 0 }}
      >
        <CartesianGrid {...grid} horizontal={false} />
        <XAxis
          {...measureAxis(
            measure,
            data.map(({ position }) => position),
          )}
        />
        <YAxis
          {...axis}
          type="category"
          dataKey="id"
          width={NAMES}
          interval={0}
          tick={({ x, y, payload }) => (
            <NameTick x={x} y={y} name={names.get(String(payload.value)) ?? ''} width={NAMES - 12} />
          )}
        />
        <Tooltip
          {...tooltip}
          content={({ active, payload }) => {
            const group = payload?.[0]?.payload as ChartGroup | undefined;
            if (!active || !group) return null;
            const value = formatMeasureExactly(measure, group.value);
            const line = { id: group.id, label: measures[measure].label, value, color };
            return <ChartTooltip title={group.name} lines={[line]} />;
          }}
        />
        <Bar dataKey="position" fill={color} radius={3} maxBarSize={22} isAnimationActive={false} />
      </BarChart>
    </ResponsiveContainer>
  );
}

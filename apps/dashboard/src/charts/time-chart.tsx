import { useId } from 'react';
import {
  Bar,
  type BarShapeProps,
  CartesianGrid,
  Line as ChartLine,
  ComposedChart,
  Rectangle,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { measures } from '../measures/measures.ts';
import { type ChartOptions, cellTime, type Line, type Point, toPoints } from './chart-data.ts';
import { axis, grid, measureAxis, tooltip } from './chart-parts.ts';
import { ChartTooltip } from './chart-tooltip.tsx';
import classes from './charts.module.css';
import { lookOf } from './line-look.ts';

export type TimeChartProps = ChartOptions & { lines: readonly Line[]; label: string; height: number };

/**
 * One measure over time: amounts and counts as bars, several of them as steps, ratios as straight lines, so that nothing
 * is drawn between buckets that was not measured. Partial buckets are hatched or dashed.
 */
export function TimeChart({ lines, label, height, ...options }: TimeChartProps) {
  const { measure } = options;
  const hatch = useId();
  const points = toPoints(lines, options);
  const byId = new Map(points.map((point) => [point.id, point]));
  const nameOf = (id: string) => byId.get(id)?.cells[0]?.when ?? '';
  const isRatio = measures[measure].kind === 'ratio';
  const hasBars = !isRatio && lines.filter(({ isComparison }) => !isComparison).length === 1;
  const values = points.flatMap((point) => lines.map((_, line) => point[`line${line}`]));
  const curve = isRatio ? 'linear' : 'step';
  return (
    <ResponsiveContainer height={height} className={classes.chart}>
      <ComposedChart data={points} aria-label={label} margin={{ top: 8, right: 8, bottom: 0, left: 0 }}>
        <defs>
          <pattern
            id={hatch}
            width={6}
            height={6}
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width={6} height={6} fill={lookOf(lines, 0).color} opacity={0.25} />
            <rect width={2.5} height={6} fill={lookOf(lines, 0).color} />
          </pattern>
        </defs>
        <CartesianGrid {...grid} vertical={false} />
        <XAxis
          {...axis}
          dataKey="id"
          tickFormatter={nameOf}
          interval="equidistantPreserveStart"
          minTickGap={24}
          padding={hasBars ? 'gap' : { left: 12, right: 12 }}
        />
        <YAxis {...measureAxis(measure, values)} width={64} />
        <ReferenceLine y={0} stroke="var(--mantine-color-dimmed)" />
        <Tooltip
          {...tooltip}
          content={({ active, payload }) => {
            const point = payload?.[0]?.payload as Point | undefined;
            return active && point ? <PointTooltip point={point} lines={lines} {...options} /> : null;
          }}
        />
        {hasBars && (
          <Bar
            dataKey="line0"
            isAnimationActive={false}
            maxBarSize={48}
            shape={(props: BarShapeProps) => (
              <Rectangle
                {...props}
                radius={2}
                fill={(props.payload as Point).isPartial ? `url(#${hatch})` : lookOf(lines, 0).color}
              />
            )}
          />
        )}
        {lines.flatMap((line, index) => {
          if (hasBars && index === 0) return [];
          const { color } = lookOf(lines, index);
          const shared = {
            type: curve,
            stroke: color,
            strokeWidth: 2,
            isAnimationActive: false,
            activeDot: false,
            // A value without neighbours is a dot, as there is no line to it.
            dot: points.length === 1 || isRatio ? { r: 2, fill: color, stroke: color } : false,
          } as const;
          if (line.isComparison)
            return [<ChartLine key={line.id} {...shared} dataKey={`line${index}`} strokeDasharray="4 4" />];
          return [
            <ChartLine key={`${line.id} solid`} {...shared} dataKey={`solid${index}`} />,
            <ChartLine
              key={`${line.id} dashed`}
              {...shared}
              dataKey={`dashed${index}`}
              strokeDasharray="4 4"
            />,
          ];
        })}
      </ComposedChart>
    </ResponsiveContainer>
  );
}

type PointTooltipProps = ChartOptions & { point: Point; lines: readonly Line[] };

function PointTooltip({ point, lines, measure, zone }: PointTooltipProps) {
  const [first] = point.cells;
  const isCompared = lines.some(({ isComparison }) => isComparison);
  const shown = lines.flatMap(({ id, label }, index) => {
    const cell = point.cells[index];
    if (!cell) return [];
    const name = isCompared ? cellTime(cell) : lines.length === 1 ? measures[measure].label : label;
    return [{ id, label: name, value: cell.value, ...lookOf(lines, index) }];
  });
  const title = [first && cellTime(first), zone].filter(Boolean).join(' · ');
  return <ChartTooltip title={title} lines={shown} />;
}

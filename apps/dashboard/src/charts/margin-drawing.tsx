import Big from 'big.js';
import { useId } from 'react';
import { formatMeasureExactly, formatMeasureOnAxis, measures } from '../measures/measures.ts';
import type { Span } from '../window/span-text.ts';
import { ChartArea, type ChartRange } from './chart-area.tsx';
import type { TooltipText } from './chart-tooltip.tsx';
import classes from './charts.module.css';
import { type LineValue, middle, type Scale } from './line-paths.ts';
import { looks, type MarginData, type Shown, shown } from './margin-data.ts';
import { limitOf } from './outlier.ts';
import { roundTicks } from './round-ticks.ts';
import { widest } from './text-width.ts';
import { Bars, TimeLabels, ValueLine } from './time-chart.tsx';

const LEAST_LEFT = 64;
const RIGHT = 8;
const TOP = 8;
const BOTTOM = 24;

type MarginDrawingProps = {
  data: MarginData;
  label: string;
  height: number;
  zone: string;
  onOpen: ((span: Span) => void) | undefined;
};

/** Revenue upwards and cost downwards, with the margin as a line. A single outlier is cut off and marked, so that the other values stay readable. */
export function MarginDrawing({ data, label, height, zone, onOpen }: MarginDrawingProps) {
  const hatches = { revenue: useId(), cost: useId() };
  const places = data.margin;
  const valuesOf = (measure: Shown, line = 0): LineValue[] => data[measure].map(({ cells }) => cells[line]);
  const revenue = valuesOf('revenue');
  const cost = valuesOf('cost').map((value) => value && { ...value, position: -(value.position ?? 0) });
  const [margin, compared] = [valuesOf('margin'), valuesOf('margin', 1)];
  const ofPeriod = extentsOf(places.length, [revenue, cost, margin]);
  const ofCompared = extentsOf(places.length, [compared]);
  const all = extentsOf(places.length, [revenue, cost, margin, compared]);
  // Each of both periods may have an outlier.
  const limit = Math.max(limitOf(ofPeriod.map(sizeOf)), limitOf(ofCompared.map(sizeOf)));
  const [high, low] = [Math.max(0, ...all.map((one) => one.high)), Math.min(0, ...all.map((one) => one.low))];
  const isOfPeriod = (index: number, value: number) =>
    value === ofPeriod[index]?.high || value === ofPeriod[index]?.low;
  const { ticks, domain } = roundTicks([Math.max(low, -limit), Math.min(high, limit)], { isWhole: false });
  const tickTexts = ticks.map((tick) => formatMeasureOnAxis('margin', tick));
  const left = Math.max(LEAST_LEFT, Math.ceil(widest(tickTexts)) + 10);
  const scaleOf = (width: number): Scale => ({
    x: (index) => left + ((width - left - RIGHT) * index) / Math.max(1, places.length),
    y: (position) => {
      const inside = Math.min(Math.max(position, domain[0]), domain[1]);
      return TOP + ((height - TOP - BOTTOM) * (domain[1] - inside)) / (domain[1] - domain[0]);
    },
  });
  return (
    <ChartArea
      label={label}
      height={height}
      count={places.length}
      indexAt={({ x }, width) => Math.floor(((x - left) / (width - left - RIGHT)) * places.length)}
      pointOf={(index, width) => ({ x: middle(scaleOf(width).x, index), y: TOP })}
      textOf={(range) => tooltipOf(data, range, zone)}
      onOpen={onOpen && ((range) => openRange(data, range, onOpen))}
    >
      {(width, chosen) => {
        const scale = scaleOf(width);
        const { x, y } = scale;
        return (
          <>
            {chosen && (
              <rect
                className={classes.active}
                x={x(chosen.first)}
                y={TOP}
                width={x(chosen.last + 1) - x(chosen.first)}
                height={height - TOP - BOTTOM}
              />
            )}
            {ticks.map((tick, index) => (
              <g key={tick}>
                <line
                  className={tick === 0 ? classes.zero : classes.grid}
                  x1={left}
                  x2={width - RIGHT}
                  y1={y(tick)}
                  y2={y(tick)}
                />
                <text data-axis="y" x={left - 8} y={y(tick)} dy="0.35em" textAnchor="end">
                  {tickTexts[index]}
                </text>
              </g>
            ))}
            <TimeLabels places={places} scale={scale} width={width} y={height - 6} />
            <Bars values={revenue} scale={scale} hatch={hatches.revenue} color={looks.revenue.color} />
            <Bars values={cost} scale={scale} hatch={hatches.cost} color={looks.cost.color} />
            <ValueLine values={compared} scale={scale} look={looks.compared} isRatio={false} />
            <ValueLine
              values={margin}
              scale={scale}
              look={{ ...looks.margin, isDashed: false }}
              isRatio={false}
            />
            {all
              .flatMap((place) => [
                ...(place.high > domain[1]
                  ? [{ ...place, end: y(domain[1]), side: 1, value: place.high }]
                  : []),
                ...(place.low < domain[0]
                  ? [{ ...place, end: y(domain[0]), side: -1, value: place.low }]
                  : []),
              ])
              .map(({ index, end, side, value }) => (
                <CutMark
                  key={`${index} ${side}`}
                  x={middle(x, index)}
                  y={end}
                  side={side}
                  // Amounts of both periods beside each other would overlap.
                  text={isOfPeriod(index, value) ? formatMeasureOnAxis('margin', value) : ''}
                  isLeft={middle(x, index) > width / 2}
                />
              ))}
          </>
        );
      }}
    </ChartArea>
  );
}

/** The highest and the lowest position at each place. */
type Extent = { index: number; high: number; low: number };

function extentsOf(count: number, lines: readonly (readonly LineValue[])[]): Extent[] {
  return Array.from({ length: count }, (_, index) => {
    const positions = lines.map((values) => values[index]?.position ?? 0);
    return { index, high: Math.max(0, ...positions), low: Math.min(0, ...positions) };
  });
}

function sizeOf({ high, low }: Extent): number {
  return Math.max(high, -low);
}

type CutMarkProps = { x: number; y: number; side: number; text: string; isLeft: boolean };

/** Two strokes through a bar that is longer than the chart is high, with its amount beside it. */
function CutMark({ x, y, side, text, isLeft }: CutMarkProps) {
  const stroke = (at: number) => `M${x - 30},${at + 4}L${x + 30},${at - 4}`;
  return (
    <g data-cut>
      <path className={classes.cut} d={[10, 16].map((away) => stroke(y + side * away)).join('')} />
      <text x={isLeft ? x - 34 : x + 34} y={y + side * 13} dy="0.35em" textAnchor={isLeft ? 'end' : 'start'}>
        {text}
      </text>
    </g>
  );
}

function openRange({ buckets }: MarginData, { first, last }: ChartRange, onOpen: (span: Span) => void): void {
  const chosen = buckets.slice(first, last + 1).flatMap((bucket) => bucket ?? []);
  const [start, end] = [chosen[0], chosen.at(-1)];
  if (start && end) onOpen({ from: start.start, to: end.end });
}

/** The amounts of a bucket, with the margin that it is compared with, or the sums of several. */
function tooltipOf({ margin, buckets }: MarginData, { first, last }: ChartRange, zone: string): TooltipText {
  const [start, end] = [margin[first]?.cells[0], margin[last]?.cells[0]];
  const times = [start, ...(first === last ? [] : [end])].flatMap((cell) => cell?.time ?? []);
  const chosen = buckets.slice(first, last + 1);
  const sumOf = (measure: Shown) =>
    chosen.reduce((sum, bucket) => sum.plus(bucket?.totals[measure] ?? 0), new Big(0)).toFixed();
  const compared = first === last ? margin[first]?.cells[1] : undefined;
  return {
    title: [times.join(' – '), zone].filter(Boolean).join(' · '),
    lines: [
      ...(times.length > 0 ? shown : []).map((measure) => ({
        id: measure,
        label: measures[measure].label,
        value: formatMeasureExactly(measure, sumOf(measure)),
        ...looks[measure],
      })),
      ...(compared
        ? [{ id: 'compared', label: `Margin, ${compared.time}`, value: compared.value, ...looks.compared }]
        : []),
    ],
  };
}

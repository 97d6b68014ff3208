import { Fragment, useId } from 'react';
import { useOpenRecords } from '../measures/figure.tsx';
import { formatMeasureOnAxis, isQuantity, measures } from '../measures/measures.ts';
import { ChartArea } from './chart-area.tsx';
import { type ChartOptions, type Line, type Place, placesOf } from './chart-data.ts';
import type { TooltipText } from './chart-tooltip.tsx';
import classes from './charts.module.css';
import { lookOf } from './line-look.ts';
import { type LineValue, middle, type Scale, stepPaths, straightPaths } from './line-paths.ts';
import { roundTicks } from './round-ticks.ts';
import { isSum, StackedBars, stacksOf } from './stacked-bars.tsx';
import { widest } from './text-width.ts';

export type TimeChartProps = ChartOptions & { lines: readonly Line[]; label: string; height: number };

/** Margins for the axes, in pixels. The left one grows with its labels. */
const LEAST_LEFT = 64;
const RIGHT = 8;
const TOP = 8;
const BOTTOM = 24;
const MOST_BAR = 48;

/**
 * One measure over time: amounts and counts as bars, a comparison as steps, several groups as stacks, ratios as straight lines, so
 * that nothing is drawn between buckets that was not measured. Partial buckets are hatched, dashed or paler.
 */
export function TimeChart({ lines, label, height, ...options }: TimeChartProps) {
  const { kind } = measures[options.measure];
  const hatch = useId();
  const open = useOpenRecords();
  const places = placesOf(lines, options);
  const valuesOf = (line: number): LineValue[] => places.map(({ cells }) => cells[line]);
  const isGroups = lines.length > 1 && !lines.some(({ isComparison }) => isComparison);
  const stacks = isGroups && isSum(options.measure) ? stacksOf(lines.map((_, line) => valuesOf(line))) : [];
  const positions =
    stacks.length > 0
      ? stacks.flat().flatMap((part) => part?.to ?? [])
      : lines.flatMap((_, line) => valuesOf(line).flatMap((value) => value?.position ?? []));
  const { ticks, domain } = roundTicks(positions, { isWhole: kind === 'count' });
  const tickTexts = ticks.map((tick) => formatMeasureOnAxis(options.measure, tick));
  const left = Math.max(LEAST_LEFT, Math.ceil(widest(tickTexts)) + 10);
  // Several lines have several figures at a place; the table of the chart links each of them.
  const isOne = lines.filter(({ isComparison }) => !isComparison).length === 1;
  const hasBars = isQuantity(options.measure) && isOne;
  const scaleOf = (width: number): Scale => ({
    x: (index) => left + ((width - left - RIGHT) * index) / Math.max(1, places.length),
    y: (position) => {
      const [low, high] = domain;
      return TOP + ((height - TOP - BOTTOM) * (high - position)) / (high - low);
    },
  });
  return (
    <ChartArea
      label={label}
      height={height}
      count={places.length}
      indexAt={({ x }, width) => Math.floor(((x - left) / (width - left - RIGHT)) * places.length)}
      pointOf={(index, width) => ({ x: middle(scaleOf(width).x, index), y: TOP })}
      textOf={({ first }) => tooltipOf(places[first], lines, options)}
      onOpen={isOne && lines[0]?.where ? ({ first }) => open(places[first]?.cells[0]?.records) : undefined}
    >
      {(width, chosen) => {
        const active = chosen?.first;
        const scale = scaleOf(width);
        const { x, y } = scale;
        return (
          <>
            {active !== undefined && (
              <rect
                className={classes.active}
                x={x(active)}
                y={TOP}
                width={x(active + 1) - x(active)}
                height={height - TOP - BOTTOM}
              />
            )}
            {ticks.map((tick, index) => (
              <Fragment key={tick}>
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
              </Fragment>
            ))}
            <TimeLabels places={places} scale={scale} width={width} y={height - 6} />
            {hasBars && (
              <Bars values={valuesOf(0)} scale={scale} hatch={hatch} color={lookOf(lines, 0).color} />
            )}
            {stacks.map((parts, line) => (
              <StackedBars
                key={lines[line]?.id}
                parts={parts}
                scale={scale}
                color={lookOf(lines, line).color}
                mostWidth={MOST_BAR}
              />
            ))}
            {lines.map(({ id, isComparison }, index) => {
              if (stacks.length > 0 || (hasBars && index === 0)) return null;
              const look = { color: lookOf(lines, index).color, isDashed: isComparison === true };
              return (
                <ValueLine
                  key={id}
                  values={valuesOf(index)}
                  scale={scale}
                  look={look}
                  isRatio={!isQuantity(options.measure) || isGroups}
                />
              );
            })}
          </>
        );
      }}
    </ChartArea>
  );
}

/** Labels of every nth bucket, as many as fit. */
export function TimeLabels({
  places,
  scale,
  width,
  y,
}: {
  places: readonly Place[];
  scale: Scale;
  width: number;
  y: number;
}) {
  const names = places.map(({ cells }) => cells[0]?.when ?? '');
  const room = widest(names) + 20;
  const every = Math.max(1, Math.ceil(room / Math.max(1, scale.x(1) - scale.x(0))));
  return places.map(({ id }, index) => {
    const center = middle(scale.x, index);
    if (index % every !== 0 || center + (room - 20) / 2 > width) return null;
    return (
      <text key={id} data-axis="x" x={center} y={y} textAnchor="middle">
        {names[index]}
      </text>
    );
  });
}

type BarsProps = { values: readonly LineValue[]; scale: Scale; hatch: string; color: string };

export function Bars({ values, scale: { x, y }, hatch, color }: BarsProps) {
  const width = Math.min(MOST_BAR, (x(1) - x(0)) * 0.75);
  return (
    <>
      <pattern id={hatch} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width={6} height={6} fill={color} opacity={0.25} />
        <rect width={2.5} height={6} fill={color} />
      </pattern>
      {values.map((value, index) => {
        if (!value?.position) return null;
        const [top, bottom] = [y(Math.max(0, value.position)), y(Math.min(0, value.position))];
        return (
          <rect
            key={index}
            data-bar={value.isPartial ? 'partial' : 'whole'}
            x={middle(x, index) - width / 2}
            y={top}
            width={width}
            height={Math.max(1, bottom - top)}
            rx={2}
            fill={value.isPartial ? `url(#${hatch})` : color}
          />
        );
      })}
    </>
  );
}

type ValueLineProps = {
  values: readonly LineValue[];
  scale: Scale;
  look: { color: string; isDashed: boolean };
  isRatio: boolean;
};

export function ValueLine({ values, scale, look: { color, isDashed }, isRatio }: ValueLineProps) {
  const { solid, dashed } = (isRatio ? straightPaths : stepPaths)(values, scale);
  return (
    <>
      <path className={classes.line} data-line d={solid} stroke={color} data-dashed={isDashed || undefined} />
      <path className={classes.line} data-line d={dashed} stroke={color} data-dashed />
      {isRatio &&
        values.map(
          (value, index) =>
            value &&
            value.position !== null && (
              <circle
                key={index}
                cx={middle(scale.x, index)}
                cy={scale.y(value.position)}
                r={2.5}
                stroke={color}
                fill={value.isPartial ? 'var(--mantine-color-body)' : color}
              />
            ),
        )}
    </>
  );
}

function tooltipOf(
  place: Place | undefined,
  lines: readonly Line[],
  { measure, zone }: ChartOptions,
): TooltipText {
  const cells = place?.cells ?? [];
  const [first] = cells;
  const isCompared = lines.some(({ isComparison }) => isComparison);
  return {
    title: [first?.time, zone].filter(Boolean).join(' · '),
    lines: lines.flatMap(({ id, label }, index) => {
      const cell = cells[index];
      if (!cell) return [];
      const name = isCompared ? cell.time : lines.length === 1 ? measures[measure].label : label;
      return [{ id, label: name, value: cell.value, ...lookOf(lines, index) }];
    }),
  };
}

import { Text } from '@mantine/core';
import { Fragment } from 'react';
import { proofOf, useOpenRecords } from '../measures/figure.tsx';
import {
  formatMeasureExactly,
  formatMeasureOnAxis,
  type Measure,
  type MeasureValue,
  measures,
  toPosition,
} from '../measures/measures.ts';
import type { Filter } from '../where/filters.ts';
import { ChartArea } from './chart-area.tsx';
import type { Line } from './chart-data.ts';
import classes from './charts.module.css';
import { lookOf } from './line-look.ts';
import { roundTicks } from './round-ticks.ts';
import { textWidth, widest } from './text-width.ts';

/** A group is known by its id: several may have the same name. It has a value for each window. */
type ChartGroup = {
  id: string;
  name: string;
  values: readonly MeasureValue[];
  /** The filters of its figure, whose records a click opens. */
  where?: readonly Filter[] | undefined;
};
type GroupChartProps = {
  measure: Measure;
  label: string;
  /** The window and the one that it is compared with, if any: their labels and looks. */
  windows: readonly Line[];
  groups: readonly ChartGroup[];
  height: number;
};

/** The most room of the names, in pixels and in parts of the chart. */
const MOST_NAMES = { width: 280, share: 0.4 };
const NAMES_GAP = 10;
/** Height of the axis labels, in pixels. */
const BOTTOM = 24;
const MOST_BAR = 22;

/** One measure of some groups, as bars. The bar of a comparison is dashed and below. */
export function GroupChart({ measure, label, windows, groups, height }: GroupChartProps) {
  const { label: name, kind } = measures[measure];
  const open = useOpenRecords();
  const positions = groups.flatMap(({ values }) => values.flatMap((value) => toPosition(value) ?? []));
  const { ticks, domain } = roundTicks(positions, { isWhole: kind === 'count' });
  const tickTexts = ticks.map((tick) => formatMeasureOnAxis(measure, tick));
  const right = Math.ceil(textWidth(tickTexts.at(-1) ?? '') / 2) + 4;
  const [low, high] = domain;
  const row = (height - BOTTOM) / Math.max(1, groups.length);
  const bar = Math.min(MOST_BAR, row * 0.75) / windows.length;
  const looks = windows.map((_, index) => lookOf(windows, index));
  const longest = Math.ceil(widest(groups.map((group) => group.name))) + NAMES_GAP + 1;
  const names = Math.min(longest, MOST_NAMES.width);
  const namesIn = (width: number) => Math.min(names, width * MOST_NAMES.share);
  return (
    <div style={{ position: 'relative' }}>
      <ChartArea
        label={label}
        height={height}
        count={groups.length}
        indexAt={({ y }) => Math.floor(y / row)}
        pointOf={(index, width) => ({ x: Math.min(namesIn(width) + 40, width / 2), y: (index + 1) * row })}
        textOf={({ first }) => {
          const { name: title = '', values = [] } = groups[first] ?? {};
          const lines = windows.map((window, at) => ({
            id: window.id,
            label: windows.length === 1 ? name : window.label,
            value: formatMeasureExactly(measure, values[at]),
            ...lookOf(windows, at),
          }));
          return { title, lines };
        }}
        onOpen={groups[0]?.where && (({ first }) => open(proofOf({ measure, where: groups[first]?.where })))}
      >
        {(width, chosen) => {
          const active = chosen?.first;
          const left = namesIn(width);
          const plot = width - left - right;
          const x = (position: number) => left + (plot * (position - low)) / (high - low);
          const every = Math.ceil((widest(tickTexts) + 8) / (plot / (ticks.length - 1)));
          return (
            <>
              {active !== undefined && (
                <rect className={classes.active} x={left} y={active * row} width={plot} height={row} />
              )}
              {ticks.map((tick, index) => (
                <Fragment key={tick}>
                  <line
                    className={tick === 0 ? classes.zero : classes.grid}
                    x1={x(tick)}
                    x2={x(tick)}
                    y1={0}
                    y2={height - BOTTOM}
                  />
                  {(index - ticks.indexOf(0)) % every === 0 && (
                    <text data-axis="x" x={x(tick)} y={height - 6} textAnchor="middle">
                      {tickTexts[index]}
                    </text>
                  )}
                </Fragment>
              ))}
              {groups.flatMap(({ id, values }, index) =>
                looks.map(({ color, isDashed }, at) => {
                  const position = toPosition(values[at]);
                  if (!position) return null;
                  const [start, end] = [x(Math.min(0, position)), x(Math.max(0, position))];
                  return (
                    <rect
                      key={`${id} ${windows[at]?.id}`}
                      data-bar={isDashed ? 'comparison' : 'whole'}
                      {...(isDashed && { className: classes.line, 'data-dashed': true })}
                      x={start}
                      y={(index + 0.5) * row + (at - windows.length / 2) * bar}
                      width={Math.max(1, end - start)}
                      height={bar - (isDashed ? 2 : 0)}
                      rx={isDashed ? 1 : 3}
                      {...(isDashed ? { stroke: color } : { fill: color })}
                    />
                  );
                }),
              )}
            </>
          );
        }}
      </ChartArea>
      {groups.map(({ id, name: text }, index) => (
        <div
          key={id}
          className={classes.name}
          style={{
            top: index * row,
            height: row,
            width: `calc(min(${names}px, ${MOST_NAMES.share * 100}%) - ${NAMES_GAP}px)`,
          }}
          aria-hidden
        >
          <Text
            inherit
            lineClamp={row >= 26 ? 2 : 1}
            dir="auto"
            title={text}
            style={{ overflowWrap: 'anywhere' }}
          >
            {text}
          </Text>
        </div>
      ))}
    </div>
  );
}

import { Text } from '@mantine/core';
import { Fragment } from 'react';
import {
  formatMeasureExactly,
  formatMeasureOnAxis,
  type Measure,
  type MeasureValue,
  measures,
  toPosition,
} from '../measures/measures.ts';
import { ChartArea } from './chart-area.tsx';
import classes from './charts.module.css';
import { colorAt } from './line-look.ts';
import { roundTicks } from './round-ticks.ts';

/** A group is known by its id: several may have the same name. */
type ChartGroup = { id: string; name: string; value: MeasureValue };
type GroupChartProps = {
  measure: Measure;
  label: string;
  groups: readonly ChartGroup[];
  height: number;
};

/** Room for the names and the axis. */
const NAMES = 120;
const RIGHT = 28;
const BOTTOM = 24;
const MOST_BAR = 22;

/** One measure of some groups, as bars. */
export function GroupChart({ measure, label, groups, height }: GroupChartProps) {
  const positions = groups.map(({ value }) => toPosition(value));
  const { ticks, domain } = roundTicks(
    positions.filter((position) => position !== null),
    { isWhole: measures[measure].kind === 'count' },
  );
  const [low, high] = domain;
  const row = (height - BOTTOM) / Math.max(1, groups.length);
  const bar = Math.min(MOST_BAR, row * 0.75);
  const color = colorAt(0);
  return (
    <div style={{ position: 'relative' }}>
      <ChartArea
        label={label}
        height={height}
        count={groups.length}
        indexAt={({ y }) => Math.floor(y / row)}
        pointOf={(index, width) => ({ x: Math.min(NAMES + 40, width / 2), y: (index + 1) * row })}
        textOf={(index) => {
          const { id = '', name = '', value } = groups[index] ?? {};
          const line = {
            id,
            label: measures[measure].label,
            value: formatMeasureExactly(measure, value),
            color,
          };
          return { title: name, lines: [line] };
        }}
      >
        {(width, active) => {
          const x = (position: number) => NAMES + ((width - NAMES - RIGHT) * (position - low)) / (high - low);
          return (
            <>
              {active !== undefined && (
                <rect
                  className={classes.active}
                  x={NAMES}
                  y={active * row}
                  width={width - NAMES - RIGHT}
                  height={row}
                />
              )}
              {ticks.map((tick) => (
                <Fragment key={tick}>
                  <line
                    className={tick === 0 ? classes.zero : classes.grid}
                    x1={x(tick)}
                    x2={x(tick)}
                    y1={0}
                    y2={height - BOTTOM}
                  />
                  <text data-axis="x" x={x(tick)} y={height - 6} textAnchor="middle">
                    {formatMeasureOnAxis(measure, tick)}
                  </text>
                </Fragment>
              ))}
              {positions.map((position, index) => {
                if (!position) return null;
                const [left, right] = [x(Math.min(0, position)), x(Math.max(0, position))];
                return (
                  <rect
                    key={groups[index]?.id}
                    data-bar="whole"
                    x={left}
                    y={index * row + (row - bar) / 2}
                    width={Math.max(1, right - left)}
                    height={bar}
                    rx={3}
                    fill={color}
                  />
                );
              })}
            </>
          );
        }}
      </ChartArea>
      {groups.map(({ id, name }, index) => (
        <div
          key={id}
          className={classes.name}
          style={{ top: index * row, height: row, width: NAMES - 10 }}
          aria-hidden
        >
          <Text
            inherit
            lineClamp={row >= 26 ? 2 : 1}
            dir="auto"
            title={name}
            style={{ overflowWrap: 'anywhere' }}
          >
            {name}
          </Text>
        </div>
      ))}
    </div>
  );
}

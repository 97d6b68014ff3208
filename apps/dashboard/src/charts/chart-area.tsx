import { Box } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type FocusEvent, type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import { ChartTooltip, type TooltipText, tooltipText } from './chart-tooltip.tsx';
import classes from './charts.module.css';

type Point = { x: number; y: number };
type ChartAreaProps = {
  label: string;
  height: number;
  /** How many values can be pointed at. */
  count: number;
  /** The index of the value at a point, in a drawing of this width. */
  indexAt: (point: Point, width: number) => number;
  /** The position of a value's tooltip. */
  pointOf: (index: number, width: number) => Point;
  textOf: (index: number) => TooltipText;
  children: (width: number, active: number | undefined) => ReactNode;
};

const moves: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowRight: (index) => index + 1,
  ArrowDown: (index) => index + 1,
  ArrowLeft: (index) => index - 1,
  ArrowUp: (index) => index - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** The drawing of a chart. The pointer and the arrow keys select a value, which the tooltip shows and screen readers announce. */
export function ChartArea({ label, height, count, indexAt, pointOf, textOf, children }: ChartAreaProps) {
  const { ref, width } = useElementSize();
  const [chosen, setChosen] = useState<number>();
  const active = chosen !== undefined && chosen < count ? chosen : undefined;
  const choose = (index: number) => setChosen(Math.min(Math.max(index, 0), count - 1));
  const point = (event: PointerEvent) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    choose(indexAt({ x: event.clientX - left, y: event.clientY - top }, width));
  };
  const focus = ({ currentTarget }: FocusEvent) => {
    if (currentTarget.matches(':focus-visible')) choose(active ?? 0);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setChosen(undefined);
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    choose(move(active ?? -1, count));
  };
  return (
    <Box
      ref={ref}
      className={classes.chart}
      h={height}
      {...(count > 0 && {
        role: 'slider',
        tabIndex: 0,
        'aria-label': label,
        'aria-valuemin': 1,
        'aria-valuemax': count,
        'aria-valuenow': (active ?? 0) + 1,
        'aria-valuetext': tooltipText(textOf(active ?? 0)),
        onPointerMove: point,
        onPointerDown: point,
        onPointerLeave: () => setChosen(undefined),
        onFocus: focus,
        onBlur: () => setChosen(undefined),
        onKeyDown: press,
      })}
    >
      {width > 0 && (
        <svg data-chart width={width} height={height} aria-hidden>
          {children(width, active)}
        </svg>
      )}
      {active !== undefined && (
        <ChartTooltip
          {...textOf(active)}
          {...pointOf(active, width)}
          isLeft={pointOf(active, width).x > width / 2}
        />
      )}
    </Box>
  );
}

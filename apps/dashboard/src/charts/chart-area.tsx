import { Box } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type FocusEvent, type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import { ChartTooltip, type TooltipText, tooltipText } from './chart-tooltip.tsx';
import classes from './charts.module.css';

type Point = { x: number; y: number };
/** Indices of the first and the last value, both included. */
export type ChartRange = { first: number; last: number };

type ChartAreaProps = {
  label: string;
  height: number;
  /** How many values can be pointed at. */
  count: number;
  /** The index of the value at a point, in a drawing of this width. */
  indexAt: (point: Point, width: number) => number;
  /** The position of a value's tooltip. */
  pointOf: (index: number, width: number) => Point;
  textOf: (range: ChartRange) => TooltipText;
  /** Opens a value that is clicked, or the values that are dragged over. By keyboard: Enter, and Shift with the arrow keys. */
  onOpen?: ((range: ChartRange) => void) | undefined;
  children: (width: number, chosen: ChartRange | undefined) => ReactNode;
};

const moves: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowRight: (index) => index + 1,
  ArrowDown: (index) => index + 1,
  ArrowLeft: (index) => index - 1,
  ArrowUp: (index) => index - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** The drawing of a chart. The pointer and the arrow keys select values, which the tooltip shows and screen readers announce. */
export function ChartArea(props: ChartAreaProps) {
  const { label, height, count, indexAt, pointOf, textOf, onOpen, children } = props;
  const { ref, width } = useElementSize();
  /** The value that is pointed at, and the one at which a selection of several began. */
  const [chosen, setChosen] = useState<{ at: number; anchor?: number }>();
  /** Whether a pointer that is down selects several. */
  const [isDragging, setIsDragging] = useState(false);
  const isThere = chosen !== undefined && Math.max(chosen.at, chosen.anchor ?? 0) < count;
  const active = isThere ? rangeOf(chosen) : undefined;
  const within = (index: number) => Math.min(Math.max(index, 0), count - 1);
  const choose = (index: number, anchor?: number) =>
    setChosen({ at: within(index), ...(anchor !== undefined && { anchor }) });
  const indexOf = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const { left, top } = currentTarget.getBoundingClientRect();
    return within(indexAt({ x: clientX - left, y: clientY - top }, width));
  };
  const move = (event: PointerEvent) => choose(indexOf(event), isDragging ? chosen?.anchor : undefined);
  const press = (event: PointerEvent) => {
    const index = indexOf(event);
    // The first touch of a value shows its tooltip, and the second one opens it.
    const isFirstTouch = event.pointerType === 'touch' && chosen?.at !== index;
    const isOpening = onOpen !== undefined && event.button === 0 && !isFirstTouch;
    choose(index, isOpening ? index : undefined);
    setIsDragging(isOpening);
    if (isOpening) event.currentTarget.setPointerCapture(event.pointerId);
  };
  const release = () => {
    setIsDragging(false);
    if (isDragging && active) onOpen?.(active);
  };
  const leave = (event: PointerEvent) => {
    setIsDragging(false);
    if (event.pointerType !== 'touch' || !onOpen) setChosen(undefined);
  };
  const focus = ({ currentTarget }: FocusEvent) => {
    if (currentTarget.matches(':focus-visible')) choose(chosen?.at ?? 0);
  };
  const type = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setChosen(undefined);
    if (event.key === 'Enter' && active) onOpen?.(active);
    const step = moves[event.key];
    if (!step) return;
    event.preventDefault();
    const at = chosen?.at ?? -1;
    const isSelecting = onOpen !== undefined && event.shiftKey && at >= 0;
    choose(step(at, count), isSelecting ? (chosen?.anchor ?? at) : undefined);
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
        'aria-valuenow': (isThere ? chosen.at : 0) + 1,
        'aria-valuetext': tooltipText(textOf(active ?? { first: 0, last: 0 })),
        'data-opens': onOpen !== undefined,
        onPointerMove: move,
        onPointerDown: press,
        onPointerUp: release,
        onPointerCancel: leave,
        onPointerLeave: leave,
        onFocus: focus,
        onBlur: () => setChosen(undefined),
        onKeyDown: type,
      })}
    >
      {width > 0 && (
        <svg data-chart width={width} height={height} aria-hidden>
          {children(width, active)}
        </svg>
      )}
      {isThere && active && (
        <ChartTooltip
          {...textOf(active)}
          {...pointOf(chosen.at, width)}
          isLeft={pointOf(chosen.at, width).x > width / 2}
        />
      )}
    </Box>
  );
}

function rangeOf({ at, anchor = at }: { at: number; anchor?: number }): ChartRange {
  return { first: Math.min(at, anchor), last: Math.max(at, anchor) };
}

import { Box } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useRef,
  useState,
} from 'react';
import type { proofOf } from '../measures/figure.tsx';
import { ChartTooltip, type TooltipText, tooltipText } from './chart-tooltip.tsx';
import classes from './charts.module.css';

type Point = { x: number; y: number };
type Area = Point & { width: number; height: number };
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
  /** The records of a value, and where a click opens them. */
  recordsOf?: (index: number) => ReturnType<typeof proofOf>;
  boxOf: (index: number, width: number) => Area;
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

/**
 * The drawing of a chart. The pointer and the arrow keys select a value, which the tooltip shows and screen readers announce. A
 * click or Enter opens its records; on a touch screen, a second tap.
 */
export function ChartArea(props: ChartAreaProps) {
  const { label, height, count, indexAt, pointOf, textOf, recordsOf, boxOf, children } = props;
  const { ref, width } = useElementSize();
  const link = useRef<HTMLAnchorElement>(null);
  const isFirstTap = useRef(false);
  const [chosen, setChosen] = useState<number>();
  const active = chosen !== undefined && chosen < count ? chosen : undefined;
  const choose = (index: number) => setChosen(Math.min(Math.max(index, 0), count - 1));
  const point = (event: PointerEvent) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const index = indexAt({ x: event.clientX - left, y: event.clientY - top }, width);
    if (event.type === 'pointerdown') isFirstTap.current = event.pointerType === 'touch' && index !== active;
    choose(index);
  };
  const focus = ({ currentTarget }: FocusEvent) => {
    if (currentTarget.matches(':focus-visible')) choose(active ?? 0);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setChosen(undefined);
    if (event.key === 'Enter') link.current?.click();
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    choose(move(active ?? -1, count));
  };
  const records = active === undefined ? undefined : recordsOf?.(active);
  const box = boxOf(active ?? 0, width);
  return (
    <Box
      pos="relative"
      {...(count > 0 && {
        onPointerMove: point,
        onPointerDown: point,
        onPointerLeave: () => setChosen(undefined),
      })}
    >
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
          ...(recordsOf && { 'aria-description': 'Press Enter to open the records.' }),
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
      </Box>
      {records && (
        // Beside the slider, which must not hold a link: a browser opens links in other tabs, too.
        <Link
          ref={link}
          to="/records"
          search={records}
          tabIndex={-1}
          aria-hidden
          style={{ position: 'absolute', left: box.x, top: box.y, width: box.width, height: box.height }}
          // The slider keeps the focus.
          onPointerDown={(event: PointerEvent) => event.preventDefault()}
          onClick={(event: MouseEvent) => isFirstTap.current && event.preventDefault()}
        />
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

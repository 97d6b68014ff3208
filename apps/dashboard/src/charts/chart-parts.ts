import { formatMeasureOnAxis, type Measure, measures } from '../measures/measures.ts';
import { roundTicks } from './round-ticks.ts';

/** What the axes of all charts have in common. */
export const axis = {
  tickLine: false,
  axisLine: false,
  tick: { fontSize: 12, fill: 'var(--mantine-color-dimmed)' },
} as const;
export const grid = { stroke: 'var(--mantine-color-default-border)', strokeDasharray: '5 5' } as const;
export const tooltip = {
  isAnimationActive: false,
  filterNull: false,
  cursor: { fill: 'var(--mantine-color-default-hover)' },
} as const;

/** An axis of a measure, with round ticks around its values. */
export function measureAxis(measure: Measure, values: readonly (number | null | undefined)[]) {
  const known = values.filter((value) => value !== null && value !== undefined);
  return {
    ...axis,
    ...roundTicks(known, { isWhole: measures[measure].kind === 'count' }),
    type: 'number',
    interval: 0,
    tickFormatter: (value: number) => formatMeasureOnAxis(measure, value),
  } as const;
}

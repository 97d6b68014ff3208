import { type Measure, measures } from '../measures/measures.ts';
import { type LineValue, middle, type Scale } from './line-paths.ts';

/** A value of a stack, from the edge of the one before it. */
type Part = { from: number; to: number; isPartial: boolean } | undefined;

/** Measures of groups whose sum is not that of the whole: several groups may have the same session, agent or customer. */
const apart: readonly Measure[] = [
  'averageRevenue',
  'costPerToken',
  'costPerGoal',
  'sessions',
  'agents',
  'customers',
];

/** Whether the values of groups can stand on top of each other. */
export function isSum(measure: Measure): boolean {
  const { kind } = measures[measure];
  return (kind === 'amount' || kind === 'count') && !apart.includes(measure);
}

/** The values of several lines, each on top of those before it; negative ones hang below zero. */
export function stacksOf(lines: readonly (readonly LineValue[])[]): Part[][] {
  const tops: number[] = [];
  const bottoms: number[] = [];
  return lines.map((values) =>
    values.map((value, index) => {
      if (!value?.position) return undefined;
      const edges = value.position > 0 ? tops : bottoms;
      const from = edges[index] ?? 0;
      const to = from + value.position;
      edges[index] = to;
      return { from, to, isPartial: value.isPartial };
    }),
  );
}

type StackedBarsProps = { parts: readonly Part[]; scale: Scale; color: string; mostWidth: number };

/** The bars of one line. A partial bucket is paler. */
export function StackedBars({ parts, scale: { x, y }, color, mostWidth }: StackedBarsProps) {
  const width = Math.min(mostWidth, (x(1) - x(0)) * 0.75);
  return parts.map((part, index) => {
    if (!part) return null;
    const [top, bottom] = [y(Math.max(part.from, part.to)), y(Math.min(part.from, part.to))];
    return (
      <rect
        key={index}
        data-bar={part.isPartial ? 'partial' : 'whole'}
        x={middle(x, index) - width / 2}
        y={top}
        width={width}
        height={Math.max(0.5, bottom - top)}
        fill={color}
        opacity={part.isPartial ? 0.45 : 1}
      />
    );
  });
}

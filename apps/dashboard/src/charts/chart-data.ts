import type { Outputs } from '../api/client.ts';
import { bucketNames, type Step } from '../format/instant.ts';
import { formatMeasureExactly, type Measure, toPosition } from '../measures/measures.ts';

export type Bucket = NonNullable<Outputs['analytics']['slice']['series']>[string][number];

/** One line of a chart. */
export type Line = { label: string; buckets: readonly Bucket[] };

/** A place on the x axis: a position for every line, and the exact texts behind them. */
export type Point = { label: string; texts: string[]; isPartial: boolean } & Record<
  `line${number}`,
  number | null
>;

export type ChartOptions = { measure: Measure; every: Step; zone: string };

/** Rows for Recharts. Its keys are paths, so lines go by number rather than by name. */
export function toPoints(lines: readonly Line[], { measure, every, zone }: ChartOptions): Point[] {
  const buckets = lines[0]?.buckets ?? [];
  const names = bucketNames(
    buckets.map(({ start }) => start),
    every,
    zone,
  );
  return buckets.map(({ isPartial }, index) => {
    const values = lines.map(({ buckets }) => buckets[index]?.totals[measure]);
    return {
      label: names[index] ?? '',
      isPartial,
      texts: values.map((value) => formatMeasureExactly(measure, value)),
      ...Object.fromEntries(values.map((value, line) => [`line${line}`, toPosition(value)])),
    };
  });
}

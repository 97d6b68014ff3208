import { bucketNames, type Step } from '../format/instant.ts';
import { formatMeasureExactly, type Measure, toPosition } from '../measures/measures.ts';
import type { SliceAnswer } from '../measures/use-slice.ts';

export type Bucket = NonNullable<SliceAnswer['series']>[string][number];

/** One line of a chart. A comparison is of another time, whose buckets stand at the places of the first line's. */
export type Line = { id: string; label: string; isComparison?: boolean; buckets: readonly Bucket[] };

/** A bucket of a line: in words, exactly, and where it stands in a chart. */
export type Cell = { when: string; value: string; isPartial: boolean; position: number | null };

/** A place on the x axis, known by the instant that it begins at: what clocks show may come twice. A cell for each line. */
export type Place = { id: string; cells: (Cell | undefined)[] };

export type ChartOptions = { measure: Measure; every: Step; zone: string };

export function placesOf(lines: readonly Line[], { measure, every, zone }: ChartOptions): Place[] {
  const first = lines[0]?.buckets ?? [];
  const names = lines.map(({ buckets }) => {
    const starts = buckets.map(({ start }) => start);
    return bucketNames(starts, every, zone, first[0]?.start);
  });
  const length = Math.max(0, ...lines.map(({ buckets }) => buckets.length));
  return Array.from({ length }, (_, index) => ({
    id: first[index]?.start ?? `+${index}`,
    cells: lines.map(({ buckets }, line): Cell | undefined => {
      const bucket = buckets[index];
      if (!bucket) return undefined;
      const value = bucket.totals[measure];
      return {
        when: names[line]?.[index] ?? '',
        value: formatMeasureExactly(measure, value),
        isPartial: bucket.isPartial,
        position: toPosition(value),
      };
    }),
  }));
}

/** When a bucket is, and whether it has only a part of it. */
export function cellTime({ when, isPartial }: Cell): string {
  return isPartial ? `${when} (partial)` : when;
}

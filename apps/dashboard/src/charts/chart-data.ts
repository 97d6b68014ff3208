import { bucketNames, type Step } from '../format/instant.ts';
import { formatMeasureExactly, type Measure, toPosition } from '../measures/measures.ts';
import type { SliceAnswer } from '../measures/use-slice.ts';

export type Bucket = NonNullable<SliceAnswer['series']>[string][number];

/** One line of a chart. A comparison is of another time, whose buckets stand at the places of the first line's. */
export type Line = { id: string; label: string; isComparison?: boolean; buckets: readonly Bucket[] };

/** A bucket of a line, in words. */
export type Cell = { when: string; value: string; isPartial: boolean };

/**
 * A place on the x axis, known by the instant that it begins at: what clocks show may come twice. Values are approximations
 * for drawing: `line0`, and for lines `solid0` and `dashed0`, of which the second leads to and from partial buckets.
 */
export type Point = { id: string; cells: (Cell | undefined)[]; isPartial: boolean } & {
  [place: `${'line' | 'solid' | 'dashed'}${number}`]: number | null;
};

export type ChartOptions = { measure: Measure; every: Step; zone: string };

export function toPoints(lines: readonly Line[], { measure, every, zone }: ChartOptions): Point[] {
  const first = lines[0]?.buckets ?? [];
  const named = lines.map(({ buckets }) => {
    const starts = buckets.map(({ start }) => start);
    return bucketNames(starts, every, zone, first[0]?.start);
  });
  const length = Math.max(0, ...lines.map(({ buckets }) => buckets.length));
  return Array.from({ length }, (_, index): Point => {
    const point: Point = { id: first[index]?.start ?? `+${index}`, cells: [], isPartial: false };
    for (const [line, { buckets }] of lines.entries()) {
      const bucket = buckets[index];
      const value = toPosition(bucket?.totals[measure]);
      const isPartial = (at: number) => buckets[at]?.isPartial === true;
      const isNearPartial = [index - 1, index, index + 1].some(isPartial);
      point[`line${line}`] = value;
      point[`solid${line}`] = isPartial(index) ? null : value;
      point[`dashed${line}`] = isNearPartial ? value : null;
      point.cells.push(
        bucket && {
          when: named[line]?.[index] ?? '',
          value: formatMeasureExactly(measure, bucket.totals[measure]),
          isPartial: bucket.isPartial,
        },
      );
    }
    point.isPartial = point.cells[0]?.isPartial ?? false;
    return point;
  });
}

/** When a bucket is, and whether it has only a part of it. */
export function cellTime({ when, isPartial }: Cell): string {
  return isPartial ? `${when} (partial)` : when;
}

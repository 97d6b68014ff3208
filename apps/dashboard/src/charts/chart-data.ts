import { bucketNames, type Step } from '../format/instant.ts';
import { formatMeasureExactly, type Measure, toPosition } from '../measures/measures.ts';
import type { SliceAnswer } from '../measures/use-slice.ts';
import { type Span, spanTexts } from '../window/span-text.ts';

export type Bucket = NonNullable<SliceAnswer['series']>[string][number];

/** One line of a chart. A comparison is of another window, whose buckets stand at the places of the first line's. */
export type Line = {
  id: string;
  label: string;
  window: Span;
  isComparison?: boolean;
  buckets: readonly Bucket[];
};

/** A bucket of a line: its name on the axis, its time and value in full, and its position in the chart. */
type Cell = {
  when: string;
  time: string;
  value: string;
  isPartial: boolean;
  position: number | null;
};

/** A place on the x axis with a cell for each line. Its id is the instant of its start, as clocks may show a time twice. */
export type Place = { id: string; cells: (Cell | undefined)[] };

export type ChartOptions = { measure: Measure; every: Step; zone: string };

export function placesOf(lines: readonly Line[], { measure, every, zone }: ChartOptions): Place[] {
  const first = lines[0]?.buckets ?? [];
  const windows = lines.map(({ window }) => window);
  const names = lines.map(({ buckets }) => {
    const starts = buckets.map(({ start }) => start);
    return bucketNames(starts, every, zone, first[0]?.start);
  });
  const skips = skipsOf(lines);
  const length = Math.max(0, ...lines.map(({ buckets }, line) => buckets.length + (skips[line] ?? 0)));
  return Array.from({ length }, (_, index) => ({
    id: first[index - (skips[0] ?? 0)]?.start ?? `+${index}`,
    cells: lines.map(({ buckets }, line): Cell | undefined => {
      const at = index - (skips[line] ?? 0);
      const bucket = buckets[at];
      if (!bucket) return undefined;
      const value = bucket.totals[measure];
      const when = names[line]?.[at] ?? '';
      return {
        when,
        time: timeOf(bucket, when, { window: lines[line]?.window, windows, every, zone }),
        value: formatMeasureExactly(measure, value),
        isPartial: bucket.isPartial,
        position: toPosition(value),
      };
    }),
  }));
}

/**
 * The places that each line leaves empty at the start. Two windows may begin at different parts of a week or longer: one place
 * is skipped where that brings their whole buckets closer together.
 */
function skipsOf(lines: readonly Line[]): number[] {
  const [shortest = 0] = lines.map(firstPart).toSorted((a, b) => a - b);
  return lines.map((line) => (firstPart(line) - shortest > 0.5 ? 1 : 0));
}

/** The part of the first bucket that is in the window, from 0 to 1. */
function firstPart({ buckets: [bucket], window }: Line): number {
  if (!bucket) return 1;
  const [start, end] = [Date.parse(bucket.start), Date.parse(bucket.end)];
  return (end - Math.max(start, Date.parse(window.from))) / (end - start);
}

type TimeOptions = Omit<ChartOptions, 'measure'> & { window: Span | undefined; windows: readonly Span[] };

/**
 * The time of a bucket. A part of a week or longer is called by its days: the first buckets of two windows at the same place
 * may have different parts. It names the year where the windows are of several years.
 */
function timeOf({ start, end, isPartial }: Bucket, when: string, options: TimeOptions): string {
  const { window, windows, every, zone } = options;
  if (!isPartial) return when;
  if (!window || every === 'hour' || every === 'day') return `${when} (partial)`;
  const from = start > window.from ? start : window.from;
  const to = end < window.to ? end : window.to;
  const [days = ''] = spanTexts([{ from, to }, ...windows], zone);
  return `${days} (partial)`;
}

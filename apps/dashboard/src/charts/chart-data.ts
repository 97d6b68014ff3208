import { bucketNames, type Step } from '../format/instant.ts';
import { proofOf } from '../measures/figure.tsx';
import { formatMeasureExactly, type Measure, toPosition } from '../measures/measures.ts';
import type { SliceAnswer } from '../measures/use-slice.ts';
import type { Filter } from '../where/filters.ts';
import { bucketPeriod } from '../window/bucket-period.ts';
import { type Span, spanTexts } from '../window/span-text.ts';

export type Bucket = NonNullable<SliceAnswer['series']>[string][number];

/**
 * One line of a chart. A comparison is a line of another window: its first bucket stands at the place of the first
 * bucket of the others, whatever their dates.
 */
export type Line = {
  id: string;
  label: string;
  window: Span;
  isComparison?: boolean;
  /** The filters of its figures, which then link to their records. */
  where?: readonly Filter[] | undefined;
  buckets: readonly Bucket[];
};

/**
 * A bucket of a line as it is shown: `when` is its name on the axis, `time` and `value` are for the tooltip, and
 * `position` is its height in the chart.
 */
type Cell = {
  when: string;
  time: string;
  value: string;
  isPartial: boolean;
  position: number | null;
  /** The address of its records. */
  records: ReturnType<typeof proofOf>;
};

/**
 * A place on the x axis, with a cell for each line. Its id is the instant at which it starts: its name would not do,
 * since clocks that are turned back show a time twice.
 */
export type Place = { id: string; cells: (Cell | undefined)[] };

export type ChartOptions = { measure: Measure; every: Step; zone: string };

/**
 * Puts the buckets of all lines side by side. A line may have fewer than another, and none at the first place
 * (`skipsOf`).
 */
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
    cells: lines.map(({ buckets, window, where }, line): Cell | undefined => {
      const at = index - (skips[line] ?? 0);
      const bucket = buckets[at];
      if (!bucket) return undefined;
      const value = bucket.totals[measure];
      const when = names[line]?.[at] ?? '';
      return {
        when,
        time: timeOf(bucket, when, { window, windows, every, zone }),
        value: formatMeasureExactly(measure, value),
        isPartial: bucket.isPartial,
        position: toPosition(value),
        records: where && proofOf({ measure, where, period: bucketPeriod(bucket, { window, every, zone }) }),
      };
    }),
  }));
}

/**
 * How many places each line leaves empty at the start: none or one. Two windows may begin at different parts of a
 * week, month or longer bucket. For example, one begins on a Monday, with a whole week, and the other on a Sunday,
 * with a day. The day then stands alone at the first place, so that whole weeks are beside whole weeks.
 */
function skipsOf(lines: readonly Line[]): number[] {
  const [shortest = 0] = lines.map(firstPart).toSorted((a, b) => a - b);
  return lines.map((line) => (firstPart(line) - shortest > 0.5 ? 1 : 0));
}

/** How much of its first bucket a line has, from 0 to 1. */
function firstPart({ buckets: [bucket], window }: Line): number {
  if (!bucket) return 1;
  const [start, end] = [Date.parse(bucket.start), Date.parse(bucket.end)];
  return (end - Math.max(start, Date.parse(window.from))) / (end - start);
}

type TimeOptions = Omit<ChartOptions, 'measure'> & { window: Span; windows: readonly Span[] };

/**
 * The time of a bucket for the tooltip. A part of a week or longer is called by its days and not by the bucket,
 * because two windows may have different parts of it at the same place. The year is named where the windows are of
 * several years.
 */
function timeOf({ start, end, isPartial }: Bucket, when: string, options: TimeOptions): string {
  const { window, windows, every, zone } = options;
  if (!isPartial) return when;
  if (every === 'hour' || every === 'day') return `${when} (partial)`;
  const from = start > window.from ? start : window.from;
  const to = end < window.to ? end : window.to;
  const [days = ''] = spanTexts([{ from, to }, ...windows], zone);
  return `${days} (partial)`;
}

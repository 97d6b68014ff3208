import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Coverage, cellLengths, coverWindow, type Grain } from './coverage.ts';

const QUARTER_HOUR = cellLengths.quarterHour;
/** Before and after 1970, on and next to the edges of cells. */
const edge = fc
  .record({
    quarterHour: fc.integer({ min: -300, max: 300 }),
    beside: fc.oneof(
      fc.constant(0),
      fc.constantFrom(-1, 1, 450_000),
      fc.integer({ min: 0, max: QUARTER_HOUR - 1 }),
    ),
  })
  .map(({ quarterHour, beside }) => quarterHour * QUARTER_HOUR + beside);
const edges = fc
  .uniqueArray(edge, { minLength: 2, maxLength: 40 })
  .map((list) => list.toSorted((a, b) => a - b));
const grains = fc.constantFrom<readonly Grain[]>(
  ['day', 'quarterHour', 'records'],
  ['day', 'records'],
  ['quarterHour', 'records'],
  ['records'],
);

/** Like PostgreSQL's `width_bucket` with thresholds. */
const widthBucket = (time: number, thresholds: readonly number[]) =>
  thresholds.filter((threshold) => threshold <= time).length;

/** How often an instant is counted in each bucket, when every cell stands for all instants in it. */
function countsAt(time: number, { scan, pieces }: Coverage): Map<number, number> {
  const counts = new Map<number, number>();
  const add = (bucket: number | null, sign: number) =>
    bucket !== null && counts.set(bucket, (counts.get(bucket) ?? 0) + sign);
  const cellOf = (grain: Grain) =>
    grain === 'records' ? time : Math.floor(time / cellLengths[grain]) * cellLengths[grain];
  if (scan) {
    const cell = cellOf(scan.grain);
    if (cell >= scan.from && cell < scan.to) add(widthBucket(cell, scan.thresholds) - 1, 1);
  }
  for (const [grain, list] of pieces) {
    const cell = cellOf(grain);
    for (const { plus, minus } of list.filter(({ from, to }) => cell >= from && cell < to)) {
      add(plus, 1);
      add(minus, -1);
    }
  }
  return new Map([...counts].filter(([, count]) => count !== 0));
}

test('every instant counts once for its bucket and never outside the window, for any edges', () => {
  const law = fc.property(edges, grains, (list, allowed) => {
    const coverage = coverWindow(list, allowed);
    // Counts change only at the edges of buckets and of quarters of an hour.
    const near = list.flatMap((time) => [time, Math.floor(time / QUARTER_HOUR) * QUARTER_HOUR]);
    const days = list.map((time) => Math.floor(time / cellLengths.day) * cellLengths.day);
    const bounds = [...near, ...days].flatMap((time) => [time, time + QUARTER_HOUR, time + cellLengths.day]);
    for (const time of new Set(bounds.flatMap((bound) => [bound - 1, bound]))) {
      const bucket = list.findLastIndex((start) => start <= time);
      const isInside = bucket >= 0 && bucket < list.length - 1;
      expect(countsAt(time, coverage), `at ${time}`).toEqual(new Map(isInside ? [[bucket, 1]] : []));
    }
  });
  fc.assert(law, { numRuns: 1000 });
});

test('scans and pieces of rollups begin and end with a cell, and thresholds ascend', () => {
  const law = fc.property(edges, grains, (list, allowed) => {
    const { scan, pieces } = coverWindow(list, allowed);
    const reads = [
      ...(scan ? [scan] : []),
      ...[...pieces].flatMap(([grain, spans]) => spans.map((span) => ({ grain, ...span }))),
    ];
    for (const { grain, from, to } of reads) {
      expect(from).toBeLessThan(to);
      if (grain === 'records') continue;
      expect([from, to].map((time) => Math.abs(time % cellLengths[grain]))).toEqual([0, 0]);
    }
    const thresholds = scan?.thresholds ?? [];
    expect(thresholds).toEqual(thresholds.toSorted((a, b) => a - b));
    expect(reads.every(({ grain }) => allowed.includes(grain))).toBe(true);
  });
  fc.assert(law, { numRuns: 1000 });
});

test('at most half of a cell that an edge splits is read at a finer grain', () => {
  const law = fc.property(edges, (list) => {
    const { pieces } = coverWindow(list.slice(0, 2), ['quarterHour', 'records']);
    const read = (pieces.get('records') ?? []).reduce((sum, { from, to }) => sum + to - from, 0);
    expect(read).toBeLessThanOrEqual(QUARTER_HOUR);
  });
  fc.assert(law, { numRuns: 1000 });
});

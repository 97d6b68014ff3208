import { describe, expect, test } from 'vitest';
import { type Bucket, type Line, placesOf } from './chart-data.ts';

const bucket = (start: string, revenue: string, isPartial = false): Bucket => ({
  start: `${start}:00.000Z`,
  end: '',
  isPartial,
  totals: { revenue },
});
const line = (buckets: Bucket[], isComparison = false): Line => ({
  id: 'a',
  label: 'A',
  window: { from: buckets[0]?.start ?? '', to: buckets.at(-1)?.end ?? '' },
  buckets,
  isComparison,
});
const options = { measure: 'revenue', every: 'hour', zone: 'Europe/Berlin' } as const;
const plain = (text: string | undefined) => text?.replaceAll(/\s/g, ' ');

test('both occurrences of a repeated hour have their own place, name and amount', () => {
  const places = placesOf(
    [line([bucket('2026-10-25T00:00', '1.5'), bucket('2026-10-25T01:00', '20', true)])],
    options,
  );
  expect(places.map(({ id, cells: [cell] }) => [id, cell?.position])).toEqual([
    ['2026-10-25T00:00:00.000Z', 1.5],
    ['2026-10-25T01:00:00.000Z', 20],
  ]);
  expect(places.map(({ cells: [cell] }) => [plain(cell?.time), cell?.value])).toEqual([
    ['Oct 25, 2 AM GMT+2', '$1.50'],
    ['Oct 25, 2 AM GMT+1 (partial)', '$20.00'],
  ]);
});

test('a longer period of comparison continues beside no values', () => {
  const places = placesOf(
    [
      line([bucket('2026-06-02T00:00', '1')]),
      line([bucket('2025-06-01T00:00', '2'), bucket('2025-06-01T01:00', '3')], true),
    ],
    options,
  );
  expect(places.map(({ cells }) => cells.map((cell) => cell?.position))).toEqual([
    [1, 2],
    [undefined, 3],
  ]);
  expect(plain(places[1]?.cells[1]?.when)).toBe('Jun 1, 2025, 3 AM');
});

describe('weeks of two windows', () => {
  const DAY = 86_400_000;
  const weeksFrom = (monday: string, partial: readonly boolean[]) =>
    partial.map((isPartial, index): Bucket => {
      const start = Date.parse(monday) + index * 7 * DAY;
      const [from = '', to = ''] = [start, start + 7 * DAY].map((time) => new Date(time).toISOString());
      return { start: from, end: to, isPartial, totals: { revenue: '1' } };
    });
  const timesOf = (lines: Pick<Line, 'window' | 'buckets'>[]) =>
    placesOf(
      lines.map((each, index) => ({ id: `${index}`, label: '', isComparison: index > 0, ...each })),
      { measure: 'revenue', every: 'week', zone: 'UTC' },
    ).map(({ cells }) => cells.map((cell) => plain(cell?.time)));

  test('partial weeks are named by their days, and whole weeks by their first day', () => {
    const times = timesOf([
      {
        window: { from: '2026-11-13T00:00:00.000Z', to: '2026-11-24T10:01:00.000Z' },
        buckets: weeksFrom('2026-11-09', [true, false, true]),
      },
      {
        window: { from: '2025-11-13T00:00:00.000Z', to: '2025-11-24T10:01:00.000Z' },
        buckets: weeksFrom('2025-11-10', [true, false, true]),
      },
    ]);
    expect(times).toEqual([
      ['Nov 13 – 15, 2026 (partial)', 'Nov 13 – 16, 2025 (partial)'],
      ['Nov 16', 'Nov 17, 2025'],
      ['Nov 23 – 24, 2026, until 10:00 AM (partial)', 'Nov 24, 2025, until 10:00 AM (partial)'],
    ]);
  });

  test('whole weeks stand beside the whole weeks at the same part of the other window', () => {
    const long = {
      window: { from: '2026-10-27T00:00:00.000Z', to: '2026-11-10T00:00:00.000Z' },
      buckets: weeksFrom('2026-10-26', [true, false, true]),
    };
    const short = {
      window: { from: '2026-09-27T00:00:00.000Z', to: '2026-10-11T00:00:00.000Z' },
      buckets: weeksFrom('2026-09-21', [true, false, true]),
    };
    expect(timesOf([long, short])).toEqual([
      [undefined, 'Sep 27 (partial)'],
      ['Oct 27 – Nov 1 (partial)', 'Sep 28'],
      ['Nov 2', 'Oct 5 – 10 (partial)'],
      ['Nov 9 (partial)', undefined],
    ]);
    expect(timesOf([short, long]).map(([first]) => first)).toEqual([
      'Sep 27 (partial)',
      'Sep 28',
      'Oct 5 – 10 (partial)',
      undefined,
    ]);
  });
});

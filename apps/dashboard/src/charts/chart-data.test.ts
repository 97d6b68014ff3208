import { expect, test } from 'vitest';
import { type Bucket, cellTime, type Line, toPoints } from './chart-data.ts';

const bucket = (start: string, revenue: string, isPartial = false): Bucket => ({
  start: `${start}:00.000Z`,
  end: '',
  isPartial,
  totals: { revenue },
});
const line = (buckets: Bucket[], isComparison = false): Line => ({
  id: 'a',
  label: 'A',
  buckets,
  isComparison,
});
const options = { measure: 'revenue', every: 'hour', zone: 'Europe/Berlin' } as const;
const plain = (text: string | undefined) => text?.replaceAll(/\s/g, ' ');

test('each of two hours that a clock shows twice has its own place, name and amount', () => {
  const points = toPoints(
    [line([bucket('2026-10-25T00:00', '1.5'), bucket('2026-10-25T01:00', '20')])],
    options,
  );
  expect(points.map(({ id, line0 }) => [id, line0])).toEqual([
    ['2026-10-25T00:00:00.000Z', 1.5],
    ['2026-10-25T01:00:00.000Z', 20],
  ]);
  expect(points.map(({ cells: [cell] }) => [plain(cell?.when), cell?.value])).toEqual([
    ['Oct 25, 2 AM GMT+2', '$1.50'],
    ['Oct 25, 2 AM GMT+1', '$20.00'],
  ]);
});

test('a partial bucket is joined by a dashed line, and says so', () => {
  const buckets = ['1', '2', '3'].map((value, hour) => bucket(`2026-06-01T0${hour}:00`, value, hour === 2));
  const points = toPoints([line(buckets)], options);
  expect(points.map(({ solid0, dashed0, isPartial }) => [solid0, dashed0, isPartial])).toEqual([
    [1, null, false],
    [2, 2, false],
    [null, 3, true],
  ]);
  const last = points[2]?.cells[0];
  expect(last && plain(cellTime(last))).toBe('Jun 1, 4 AM (partial)');
});

test('a longer time to compare with goes on beside nothing', () => {
  const points = toPoints(
    [
      line([bucket('2026-06-02T00:00', '1')]),
      line([bucket('2025-06-01T00:00', '2'), bucket('2025-06-01T01:00', '3')], true),
    ],
    options,
  );
  expect(points.map(({ line0, line1 }) => [line0, line1])).toEqual([
    [1, 2],
    [null, 3],
  ]);
  expect(points[1]?.cells[0]).toBeUndefined();
  expect(plain(points[1]?.cells[1]?.when)).toBe('Jun 1, 2025, 3 AM');
});

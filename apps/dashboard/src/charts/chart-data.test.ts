import { expect, test } from 'vitest';
import { type Bucket, cellTime, type Line, placesOf } from './chart-data.ts';

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
  const places = placesOf(
    [line([bucket('2026-10-25T00:00', '1.5'), bucket('2026-10-25T01:00', '20', true)])],
    options,
  );
  expect(places.map(({ id, cells: [cell] }) => [id, cell?.position])).toEqual([
    ['2026-10-25T00:00:00.000Z', 1.5],
    ['2026-10-25T01:00:00.000Z', 20],
  ]);
  expect(places.map(({ cells: [cell] }) => [cell && plain(cellTime(cell)), cell?.value])).toEqual([
    ['Oct 25, 2 AM GMT+2', '$1.50'],
    ['Oct 25, 2 AM GMT+1 (partial)', '$20.00'],
  ]);
});

test('a longer time to compare with goes on beside nothing', () => {
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

import { expect, test } from 'vitest';
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

test('each of two hours that a clock shows twice has its own place, name and amount', () => {
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

test('parts of weeks at the same place are called by their days, and whole weeks by their first', () => {
  const week = (start: string, end: string, isPartial = false): Bucket => ({
    start: `${start}T00:00:00.000Z`,
    end: `${end}T00:00:00.000Z`,
    isPartial,
    totals: { revenue: '1' },
  });
  const spanOf = (from: string, to: string) => ({ from: `${from}.000Z`, to: `${to}.000Z` });
  const lines: Line[] = [
    {
      ...line([week('2026-11-09', '2026-11-16', true), week('2026-11-16', '2026-11-23')]),
      window: spanOf('2026-11-13T00:00:00', '2026-11-24T10:01:00'),
    },
    {
      ...line([week('2026-10-26', '2026-11-02', true), week('2026-11-02', '2026-11-09')], true),
      window: spanOf('2026-11-01T00:00:00', '2026-11-12T10:01:00'),
    },
  ];
  const places = placesOf(lines, { measure: 'revenue', every: 'week', zone: 'UTC' });
  expect(places.map(({ cells }) => cells.map((cell) => plain(cell?.time)))).toEqual([
    ['Nov 13 – 15 (partial)', 'Nov 1 (partial)'],
    ['Nov 16', 'Nov 2'],
  ]);
  // The axis has room for the start alone.
  expect(places[0]?.cells[0]?.when).toBe('Nov 9');

  const [running] = placesOf(
    [
      {
        ...line([week('2026-11-23', '2026-11-30', true)]),
        window: spanOf('2026-11-13T00:00:00', '2026-11-24T10:01:00'),
      },
    ],
    { measure: 'revenue', every: 'week', zone: 'UTC' },
  );
  expect(plain(running?.cells[0]?.time)).toBe('Nov 23 – 24, until 10:00 AM (partial)');
});

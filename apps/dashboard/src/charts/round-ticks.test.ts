import { expect, test } from 'vitest';
import { formatMeasureOnAxis } from '../measures/measures.ts';
import { roundTicks } from './round-ticks.ts';

test.each([
  { values: [1953.2, 7811], isWhole: false, ticks: [0, 2000, 4000, 6000, 8000] },
  {
    values: [-98_765_432.1, 1_000_000],
    isWhole: false,
    ticks: [-100e6, -80e6, -60e6, -40e6, -20e6, 0, 20e6],
  },
  { values: [0.000000001], isWhole: false, ticks: [0, 2e-10, 4e-10, 6e-10, 8e-10, 1e-9] },
  { values: [0.31, 0.92], isWhole: false, ticks: [0, 0.2, 0.4, 0.6, 0.8, 1] },
  { values: [40, 50, 123_456], isWhole: false, ticks: [0, 50_000, 100_000, 150_000] },
  { values: [10, 12, -1929], isWhole: false, ticks: [-2000, -1500, -1000, -500, 0, 500] },
  { values: [3], isWhole: true, ticks: [0, 1, 2, 3] },
  { values: [0, 0], isWhole: false, ticks: [0, 1] },
  { values: [], isWhole: true, ticks: [0, 1] },
])('$values has the ticks $ticks', ({ values, isWhole, ticks }) => {
  expect(roundTicks(values, { isWhole })).toEqual({ ticks, domain: [ticks[0], ticks.at(-1)] });
});

test('ticks of amounts are labeled in full', () => {
  const { ticks } = roundTicks([7811], { isWhole: false });
  expect(ticks.map((tick) => formatMeasureOnAxis('revenue', tick))).toEqual([
    '$0',
    '$2K',
    '$4K',
    '$6K',
    '$8K',
  ]);
  const { ticks: small } = roundTicks([0.42], { isWhole: false });
  expect(small.map((tick) => formatMeasureOnAxis('cost', tick))).toEqual([
    '$0',
    '$0.1',
    '$0.2',
    '$0.3',
    '$0.4',
    '$0.5',
  ]);
});

import { expect, test } from 'vitest';
import { bucketPeriod } from './bucket-period.ts';

const zone = 'Europe/Berlin';
/** November 2026 until 14:06. */
const window = { from: '2026-10-31T23:00:00.000Z', to: '2026-11-25T13:06:00.000Z' };

test.each([
  ['day', '2026-11-01T23:00:00.000Z', '2026-11-02T23:00:00.000Z', '2026-11-02', '2026-11-03'],
  ['day', '2026-11-24T23:00:00.000Z', '2026-11-25T23:00:00.000Z', '2026-11-25', '2026-11-26'],
  ['week', '2026-10-25T23:00:00.000Z', '2026-11-01T23:00:00.000Z', '2026-11-01', '2026-11-02'],
  ['month', '2026-10-31T23:00:00.000Z', '2026-11-30T23:00:00.000Z', '2026-11-01', '2026-11-26'],
] as const)('a %s from %s counts the days of its window', (every, start, end, from, to) => {
  expect(bucketPeriod({ start, end }, { window, every, zone })).toEqual({ window: 'custom', from, to });
});

test('an hour counts alone, on its day', () => {
  const bucket = { start: '2026-11-24T23:00:00.000Z', end: '2026-11-25T00:00:00.000Z' };
  expect(bucketPeriod(bucket, { window, every: 'hour', zone })).toEqual({
    window: 'custom',
    from: '2026-11-25',
    to: '2026-11-26',
    hour: { from: bucket.start, to: bucket.end },
  });
});

test('a day that begins at one, because clocks skip midnight, is one day', () => {
  const cairo = { from: '2026-04-21T22:00:00.000Z', to: '2026-04-29T21:00:00.000Z' };
  const bucket = { start: '2026-04-22T22:00:00.000Z', end: '2026-04-23T22:00:00.000Z' };
  expect(bucketPeriod(bucket, { window: cairo, every: 'day', zone: 'Africa/Cairo' })).toEqual({
    window: 'custom',
    from: '2026-04-23',
    to: '2026-04-24',
  });
});

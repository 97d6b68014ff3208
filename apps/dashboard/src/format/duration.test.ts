import { expect, test } from 'vitest';
import { formatDuration, formatLongDuration } from './duration.ts';

test.each([
  [0, '0 ms'],
  [850, '850 ms'],
  [1_850, '1.85 sec'],
  [3_600_001, '3,600.001 sec'],
])('%i ms reads %s', (duration, text) => {
  expect(formatDuration(duration)).toBe(text);
});

test.each([
  [850, '850 ms'],
  [59_999, '59.999 sec'],
  [60_000, '1 min'],
  [125_900, '2 min 5 sec'],
  [3_600_000, '1 hr'],
  [3_660_000, '1 hr 1 min'],
  [90_000_000, '1 day 1 hr'],
  [2_678_400_000, '31 days'],
])('a long duration of %i ms reads %s', (duration, text) => {
  expect(formatLongDuration(duration)).toBe(text);
});

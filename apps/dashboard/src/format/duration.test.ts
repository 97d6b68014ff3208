import { expect, test } from 'vitest';
import { formatDuration } from './duration.ts';

test.each([
  [0, '0 ms'],
  [850, '850 ms'],
  [1_850, '1.85 sec'],
  [3_600_001, '3,600.001 sec'],
])('%i ms reads %s', (duration, text) => {
  expect(formatDuration(duration)).toBe(text);
});

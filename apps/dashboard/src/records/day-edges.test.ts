import { expect, test } from 'vitest';
import { endOfDay, startOfDay } from './day-edges.ts';

test('a day lasts from midnight to midnight in the zone', () => {
  expect(startOfDay('2026-01-15', 'Europe/Berlin')).toBe('2026-01-14T23:00:00.000Z');
  expect(endOfDay('2026-01-15', 'America/New_York')).toBe('2026-01-16T05:00:00.000Z');
});

test('also where clocks turn', () => {
  expect(startOfDay('2026-03-29', 'Europe/Berlin')).toBe('2026-03-28T23:00:00.000Z');
  expect(endOfDay('2026-03-29', 'Europe/Berlin')).toBe('2026-03-29T22:00:00.000Z');
});

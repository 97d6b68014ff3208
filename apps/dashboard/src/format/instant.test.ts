import { expect, test } from 'vitest';
import { formatBucket, formatInstant, localDay } from './instant.ts';

test('an instant is shown in the zone, not in that of the machine', () => {
  const instant = '2026-01-01T03:30:00.000Z';
  expect(formatInstant(instant, 'America/New_York')).toMatch(/^Dec 31, 2025, 10:30\sPM$/);
  expect(formatInstant(instant, 'Asia/Kolkata')).toMatch(/^Jan 1, 2026, 9:00\sAM$/);
  expect(localDay(new Date(instant), 'America/New_York')).toBe('2025-12-31');
});

test('buckets are called by their local start', () => {
  const start = '2026-03-31T22:00:00.000Z'; // April 1 in Berlin
  expect(formatBucket(start, 'day', 'Europe/Berlin')).toBe('Apr 1');
  expect(formatBucket(start, 'month', 'Europe/Berlin')).toBe('Apr 2026');
  expect(formatBucket(start, 'quarter', 'Europe/Berlin')).toBe('Q2 2026');
  expect(formatBucket(start, 'quarter', 'America/New_York')).toBe('Q1 2026');
});

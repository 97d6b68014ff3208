import { expect, test } from 'vitest';
import { bucketNames, formatInstant, localDay } from './instant.ts';

test("an instant is shown in the page's zone, not in that of the machine", () => {
  const instant = '2026-01-01T03:30:00.000Z';
  expect(formatInstant(instant, 'America/New_York')).toMatch(/^Dec 31, 2025, 10:30\sPM$/);
  expect(formatInstant(instant, 'Asia/Kolkata')).toMatch(/^Jan 1, 2026, 9:00\sAM$/);
  expect(localDay(new Date(instant), 'America/New_York')).toBe('2025-12-31');
});

test('buckets are named by their local start', () => {
  const start = '2026-03-31T22:00:00.000Z'; // April 1 in Berlin
  expect(bucketNames([start], 'day', 'Europe/Berlin')).toEqual(['Apr 1']);
  expect(bucketNames([start], 'month', 'Europe/Berlin')).toEqual(['Apr 2026']);
  expect(bucketNames([start], 'quarter', 'Europe/Berlin')).toEqual(['Q2 2026']);
  expect(bucketNames([start], 'quarter', 'America/New_York')).toEqual(['Q1 2026']);
});

test('an hour repeated by a change of clocks shows its offset, and no other does', () => {
  const hours = ['2026-10-25T00:00:00.000Z', '2026-10-25T01:00:00.000Z', '2026-10-25T02:00:00.000Z'];
  const plain = bucketNames(hours, 'hour', 'Europe/Berlin').map((name) => name.replaceAll(/\s/g, ' '));
  expect(plain).toEqual(['Oct 25, 2 AM GMT+2', 'Oct 25, 2 AM GMT+1', 'Oct 25, 3 AM']);
});

test('days show their year when it differs from that of the comparison', () => {
  const days = ['2025-11-01T00:00:00.000Z', '2025-11-02T00:00:00.000Z'];
  expect(bucketNames(days, 'day', 'UTC', '2026-11-01T00:00:00.000Z')).toEqual(['Nov 1, 2025', 'Nov 2, 2025']);
});

test('days that occur again in another year show theirs', () => {
  const starts = ['2025-01-06T00:00:00.000Z', '2025-07-07T00:00:00.000Z', '2026-01-12T00:00:00.000Z'];
  expect(bucketNames(starts, 'week', 'UTC')).toEqual(['Jan 6, 2025', 'Jul 7, 2025', 'Jan 12, 2026']);
  expect(bucketNames(starts.slice(1), 'week', 'UTC')).toEqual(['Jul 7', 'Jan 12']);
  expect(bucketNames(starts, 'month', 'UTC')).toEqual(['Jan 2025', 'Jul 2025', 'Jan 2026']);
});

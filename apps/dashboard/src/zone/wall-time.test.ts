import { expect, test } from 'vitest';
import { instantAt, wallTimeAt } from './wall-time.ts';

const text = (day: string, minute: number, zone: string) =>
  new Date(instantAt({ day, minute }, zone)).toISOString();

test.each([
  ['2026-11-25', 14 * 60 + 5, 'America/New_York', '2026-11-25T19:05:00.000Z'],
  ['2026-11-25', 40, 'Asia/Kathmandu', '2026-11-24T18:55:00.000Z'],
  // A skipped time moves by the change of clocks; of a repeated time, the first counts.
  ['2026-03-29', 150, 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ['2026-10-25', 150, 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
])('%s, minute %i, in %s', (day, minute, zone, instant) => {
  expect(text(day, minute, zone)).toBe(instant);
});

test('clocks of a zone show the day and minute there', () => {
  expect(wallTimeAt(Date.parse('2026-10-25T01:30:00Z'), 'Europe/Berlin')).toEqual({
    day: '2026-10-25',
    minute: 150,
  });
  expect(wallTimeAt(Date.parse('2026-03-29T01:30:00Z'), 'Europe/Berlin')).toEqual({
    day: '2026-03-29',
    minute: 210,
  });
  expect(wallTimeAt(Date.parse('2026-11-25T00:00:00Z'), 'Asia/Kolkata')).toEqual({
    day: '2026-11-25',
    minute: 330,
  });
});

import { afterEach, describe, expect, test, vi } from 'vitest';
import { endOfDay, startOfDay } from './day-edges.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a day lasts from midnight to midnight in the zone', () => {
  expect(startOfDay('2026-01-15', 'Europe/Berlin')).toBe('2026-01-14T23:00:00.000Z');
  expect(endOfDay('2026-01-15', 'America/New_York')).toBe('2026-01-16T05:00:00.000Z');
});

test('a day lasts from midnight to midnight also where clocks change', () => {
  expect(startOfDay('2026-03-29', 'Europe/Berlin')).toBe('2026-03-28T23:00:00.000Z');
  expect(endOfDay('2026-03-29', 'Europe/Berlin')).toBe('2026-03-29T22:00:00.000Z');
});

test('a day starts at the first of two midnights', () => {
  expect(startOfDay('2026-11-01', 'America/Havana')).toBe('2026-11-01T04:00:00.000Z');
  expect(startOfDay('2026-10-25', 'Atlantic/Azores')).toBe('2026-10-25T00:00:00.000Z');
});

// Today's offset must not matter: as a guess it is wrong for half of the year.
describe.each(['2026-01-15T12:00:00Z', '2026-07-15T12:00:00Z'])('on %s', (now) => {
  test.each([
    ['turned back over midnight', 'America/Havana', '2026-11-01'],
    ['turned back over midnight', 'Atlantic/Azores', '2026-10-25'],
    ['turned back over midnight', 'Asia/Beirut', '2026-10-25'],
    ['turned back over midnight', 'America/Asuncion', '2024-03-24'],
    ['turned back over midnight, by three hours', 'Antarctica/Casey', '2010-03-05'],
    ['turned back a minute after midnight', 'America/St_Johns', '2006-10-29'],
    ['turned back over midnight, by half an hour', 'Asia/Pyongyang', '2015-08-15'],
    ['skipped midnight', 'Africa/Cairo', '2026-04-24'],
    ['skipped midnight', 'America/Asuncion', '2024-10-06'],
    ['skipped midnight', 'Asia/Beirut', '2026-03-29'],
    ['skipped midnight', 'America/Havana', '2026-03-08'],
    ['skipped the hour before midnight', 'America/Scoresbysund', '2026-03-28'],
    ['skipped a day', 'Pacific/Apia', '2011-12-30'],
    ['turned later in the day', 'Europe/Berlin', '2026-10-25'],
    ['turned by half an hour', 'Australia/Lord_Howe', '2026-04-05'],
  ])('days start and end as Temporal computes where clocks %s: %s, %s', (_, zone, date) => {
    vi.useFakeTimers({ now: Date.parse(now), toFake: ['Date'] });
    const turn = Temporal.PlainDate.from(date);
    for (const days of [-1, 0, 1]) {
      const day = turn.add({ days });
      expect(startOfDay(day.toString(), zone)).toBe(midnightOf(day, zone));
      expect(endOfDay(day.toString(), zone)).toBe(midnightOf(day.add({ days: 1 }), zone));
    }
  });
});

function midnightOf(day: Temporal.PlainDate, zone: string): string {
  return new Date(day.toZonedDateTime(zone).epochMilliseconds).toISOString();
}

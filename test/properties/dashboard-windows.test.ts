import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { askedWindow } from '../../apps/dashboard/src/window/asked-window.ts';
import { daysOf, presetNames } from '../../apps/dashboard/src/window/presets.ts';
import { toInstant } from '../../packages/service/src/analytics/calendar.ts';
import { currentMinute, toWindow } from '../../packages/service/src/analytics/windows.ts';

/** Days of 2026 on which clocks change there, if any. */
const zones = [
  ['Europe/Berlin', '2026-03-29'],
  ['America/New_York', '2026-11-01'],
  ['America/Santiago', '2026-09-06'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Asia/Kathmandu', '2026-06-15'],
] as const;

describe.each(zones)('in %s', (timeZone, day) => {
  const minute = fc
    .integer({ min: -400 * 1440, max: 400 * 1440 })
    .map((minutes) => currentMinute(Date.parse(day) + minutes * 60_000));

  test('the days that the dashboard shows for a period are those that the service answers for', () => {
    const law = fc.property(minute, fc.constantFrom(...presetNames), (at, preset) => {
      const { window } = askedWindow({ window: preset }, 'none', { minute: at, zone: timeZone });
      const { period } = toWindow(window, { timeZone, weekStart: 'monday', minute: at });
      const today = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate();
      const { from, to } = daysOf({ window: preset }, today.toString());
      expect([period.from, period.to]).toEqual([toInstant(from, timeZone), toInstant(to, timeZone)]);
    });
    fc.assert(law, { numRuns: 200 });
  });
});

describe('a range of days', () => {
  const asked = (from: string, to: string) =>
    askedWindow({ window: 'custom', from, to }, 'year', {
      minute: Date.parse('2026-11-25T14:05Z'),
      zone: 'UTC',
    });

  test('is asked for until now, minute by minute, while it is running', () => {
    expect(asked('2026-11-20', '2026-12-11')).toEqual({
      window: { from: '2026-11-20', to: '2026-12-11', untilNow: true },
      previous: { shift: 'year' },
      every: 'day',
      days: { from: '2026-11-20', to: '2026-11-26' },
      minute: Date.parse('2026-11-25T14:05Z'),
    });
  });

  test('is asked for once when it has passed', () => {
    expect(asked('2026-11-20', '2026-11-25')).toEqual({
      window: { from: '2026-11-20', to: '2026-11-25' },
      previous: { shift: 'year' },
      every: 'day',
      days: { from: '2026-11-20', to: '2026-11-25' },
    });
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bucketEdges, DAY, type Step, steps, toInstant, weekdays } from './calendar.ts';
import { type AskedWindow, currentMinute, type Shift, toWindow, windowBefore } from './windows.ts';

const toText = (time: number) => new Date(time).toISOString();
const local = (time: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(zone);
const clockAt = (at: string, timeZone: string) => ({
  timeZone,
  weekStart: 'monday' as const,
  minute: currentMinute(Date.parse(at)),
});

/** A day as it is, if the instant is the start of one. */
function edgeText(time: number, zone: string): string {
  const at = local(time, zone);
  return at.startOfDay().epochMilliseconds === time ? at.toPlainDate().toString() : toText(time);
}

/** A window and the one before it, at one instant: days where they are whole. */
function asked(
  window: AskedWindow,
  at: string,
  { zone = 'UTC', shift }: { zone?: string; shift?: Shift } = {},
) {
  const clock = clockAt(at, zone);
  const now = toWindow(window, clock);
  return [now, windowBefore(now, clock, shift)].map(({ from, to }) =>
    [from, to].map((edge) => edgeText(edge, zone)),
  );
}

const last = (count: number, unit: Step = 'day'): AskedWindow => ({ last: count, unit });
const running = (from: string, to: string): AskedWindow => ({ from, to, untilNow: true });

describe('a running period is compared with the same part of the one before, to the minute', () => {
  test.each([
    [{ this: 'month' }, '2026-11-25T14:05Z', '2026-11-01', '2026-10-01', '2026-10-25T14:06:00.000Z'],
    [{ this: 'month' }, '2026-01-15T14:05Z', '2026-01-01', '2025-12-01', '2025-12-15T14:06:00.000Z'],
    [{ this: 'month' }, '2026-03-28T14:05Z', '2026-03-01', '2026-02-01', '2026-02-28T14:06:00.000Z'],
    [{ this: 'day' }, '2026-11-25T00:40Z', '2026-11-25', '2026-11-24', '2026-11-24T00:41:00.000Z'],
    [{ this: 'day' }, '2026-01-01T00:00Z', '2026-01-01', '2025-12-31', '2025-12-31T00:01:00.000Z'],
    [{ this: 'day' }, '2028-03-01T09:30Z', '2028-03-01', '2028-02-29', '2028-02-29T09:31:00.000Z'],
    [last(7), '2026-11-25T14:05Z', '2026-11-19', '2026-11-12', '2026-11-18T14:06:00.000Z'],
    [last(30), '2026-11-25T14:05Z', '2026-10-27', '2026-09-27', '2026-10-26T14:06:00.000Z'],
    [{ this: 'week' }, '2026-11-25T14:05Z', '2026-11-23', '2026-11-16', '2026-11-18T14:06:00.000Z'],
    [last(2, 'week'), '2026-11-25T14:05Z', '2026-11-16', '2026-11-02', '2026-11-11T14:06:00.000Z'],
    [{ this: 'quarter' }, '2026-05-15T14:05Z', '2026-04-01', '2026-01-01', '2026-02-14T14:06:00.000Z'],
    [last(3, 'month'), '2026-11-25T14:05Z', '2026-09-01', '2026-06-01', '2026-08-25T14:06:00.000Z'],
    [last(2, 'quarter'), '2026-05-15T14:05Z', '2026-01-01', '2025-07-01', '2025-11-12T14:06:00.000Z'],
    [{ this: 'year' }, '2026-03-02T14:05Z', '2026-01-01', '2025-01-01', '2025-03-02T14:06:00.000Z'],
    [last(2, 'year'), '2026-03-02T14:05Z', '2025-01-01', '2023-01-01', '2024-03-01T14:06:00.000Z'],
  ] as const)('%o at %s', (window, at, from, otherFrom, otherTo) => {
    const end = toText(Date.parse(at) + 60_000);
    expect(asked(window, at)).toEqual([
      [from, end],
      [otherFrom, otherTo],
    ]);
  });

  test.each([
    ['29 March, after a February of 28 days', '2026-03-29T14:05Z', '2026-02-01', '2026-03-01'],
    ['31 March', '2026-03-31T00:00Z', '2026-02-01', '2026-03-01'],
    ['30 March, after a February of 29 days', '2028-03-30T14:05Z', '2028-02-01', '2028-03-01'],
    ['31 May', '2026-05-31T08:00Z', '2026-04-01', '2026-05-01'],
  ])('with the whole period where that is shorter: %s', (_, at, from, to) => {
    expect(asked({ this: 'month' }, at)[1]).toEqual([from, to]);
  });

  test('on 29 March, after a February of 29 days, with 29 February', () => {
    expect(asked({ this: 'month' }, '2028-03-29T14:05Z')[1]?.[1]).toBe('2028-02-29T14:06:00.000Z');
  });
});

describe('a whole period before the current one', () => {
  test.each([
    ['day', '2026-11-24', '2026-11-25', '2026-11-23'],
    ['week', '2026-11-16', '2026-11-23', '2026-11-09'],
    ['month', '2026-10-01', '2026-11-01', '2026-09-01'],
    ['quarter', '2026-07-01', '2026-10-01', '2026-04-01'],
    ['year', '2025-01-01', '2026-01-01', '2024-01-01'],
  ] as const)('the previous %s is compared with the one before it', (unit, from, to, before) => {
    expect(asked({ previous: unit }, '2026-11-25T14:05Z')).toEqual([
      [from, to],
      [before, from],
    ]);
  });

  test('weeks start on the day that the question names', () => {
    const clock = { ...clockAt('2026-11-25T14:05Z', 'UTC'), weekStart: 'sunday' as const };
    expect(edgeText(toWindow({ this: 'week' }, clock).from, 'UTC')).toBe('2026-11-22');
    expect(edgeText(toWindow({ previous: 'week' }, clock).from, 'UTC')).toBe('2026-11-15');
  });
});

describe('hours', () => {
  const at = '2026-11-25T14:05:30Z';

  test('count back from the end of the current minute', () => {
    expect(asked(last(24, 'hour'), at)).toEqual([
      ['2026-11-24T14:06:00.000Z', '2026-11-25T14:06:00.000Z'],
      ['2026-11-23T14:06:00.000Z', '2026-11-24T14:06:00.000Z'],
    ]);
    expect(asked(last(24, 'hour'), at, { shift: 'year' })[1]).toEqual([
      '2025-11-24T14:06:00.000Z',
      '2025-11-25T14:06:00.000Z',
    ]);
  });

  test('are those of the clock for this and the previous one', () => {
    expect(asked({ this: 'hour' }, at, { zone: 'Asia/Kathmandu' })).toEqual([
      ['2026-11-25T13:15:00.000Z', '2026-11-25T14:06:00.000Z'],
      ['2026-11-25T12:15:00.000Z', '2026-11-25T13:06:00.000Z'],
    ]);
    expect(asked({ previous: 'hour' }, at, { zone: 'Asia/Kathmandu' })[0]).toEqual([
      '2026-11-25T12:15:00.000Z',
      '2026-11-25T13:15:00.000Z',
    ]);
  });
});

describe('a range of days', () => {
  test('is running when it ends in the future', () => {
    expect(asked(running('2026-11-20', '2026-12-11'), '2026-11-25T14:05Z')).toEqual([
      ['2026-11-20', '2026-11-25T14:06:00.000Z'],
      ['2026-10-30', '2026-11-04T14:06:00.000Z'],
    ]);
  });

  test.each([
    ['has passed', '2026-11-01', '2026-11-25', '2026-10-08'],
    ['is still to come', '2026-11-26', '2026-12-01', '2026-11-21'],
  ])('is a whole when it %s, and so is the one before', (_, from, to, before) => {
    expect(asked(running(from, to), '2026-11-25T14:05Z')).toEqual([
      [from, to],
      [before, from],
    ]);
  });

  test('is a whole unless it is asked for until now', () => {
    expect(asked({ from: '2026-11-01', to: '2026-12-01' }, '2026-11-25T14:05Z')).toEqual([
      ['2026-11-01', '2026-12-01'],
      ['2026-10-01', '2026-11-01'],
    ]);
  });

  test('has passed in its last minute', () => {
    expect(asked({ this: 'day' }, '2026-11-25T23:59Z')).toEqual([
      ['2026-11-25', '2026-11-26'],
      ['2026-11-24', '2026-11-25'],
    ]);
  });

  test('has a period before that may begin before 1970', () => {
    expect(asked(running('1995-01-02', '2030-01-01'), '2026-11-25T14:05Z')[1]).toEqual([
      '1960-01-03',
      '1991-11-26T14:06:00.000Z',
    ]);
  });
});

describe('in the zone of the question', () => {
  const today = (at: string, zone: string) => asked({ this: 'day' }, at, { zone });

  test.each([
    ['half an hour off', '2026-11-24T19:10Z', 'Asia/Kolkata', '2026-11-23T19:11:00.000Z'],
    ['a quarter off', '2026-11-24T18:55Z', 'Asia/Kathmandu', '2026-11-23T18:56:00.000Z'],
    // 14:05 in summer time and 14:05 the day before, in winter time.
    ['summer time began', '2026-03-29T12:05Z', 'Europe/Berlin', '2026-03-28T13:06:00.000Z'],
    ['summer time ended', '2026-10-25T13:05Z', 'Europe/Berlin', '2026-10-24T12:06:00.000Z'],
    ['summer time began', '2026-03-08T18:05Z', 'America/New_York', '2026-03-07T19:06:00.000Z'],
    ['summer time ended', '2026-11-01T19:05Z', 'America/New_York', '2026-10-31T18:06:00.000Z'],
    // Clocks skip and repeat the hour after midnight.
    ['summer time began at midnight', '2026-09-06T15:00Z', 'America/Santiago', '2026-09-05T16:01:00.000Z'],
    ['summer time ended at midnight', '2026-04-05T16:00Z', 'America/Santiago', '2026-04-04T15:01:00.000Z'],
    // 2:30 did not occur on the day before.
    ['the other day skips the time', '2026-03-30T00:30Z', 'Europe/Berlin', '2026-03-29T01:31:00.000Z'],
    // 2:30 occurred twice on the day before.
    ['the other day has the time twice', '2026-10-26T01:30Z', 'Europe/Berlin', '2026-10-25T00:31:00.000Z'],
    [
      'clocks are turned by half an hour',
      '2026-04-05T03:00Z',
      'Australia/Lord_Howe',
      '2026-04-04T02:31:00.000Z',
    ],
  ])('%s', (_, at, zone, until) => {
    expect(today(at, zone)[1]?.[1]).toBe(until);
  });

  test('a day of 25 hours ends with its last minute', () => {
    expect(today('2026-10-25T22:59Z', 'Europe/Berlin')[0]).toEqual(['2026-10-25', '2026-10-26']);
  });
});

describe('the same period a year before', () => {
  test.each([
    [{ this: 'month' }, '2026-11-25T14:05Z', '2025-11-01', '2025-11-25T14:06:00.000Z'],
    [last(7), '2026-01-03T14:05Z', '2024-12-28', '2025-01-03T14:06:00.000Z'],
    // There is no 29 February: the 28th counts as a whole.
    [{ this: 'month' }, '2028-02-29T14:05Z', '2027-02-01', '2027-03-01'],
    // Of a day, the same part.
    [{ this: 'day' }, '2028-02-29T14:05Z', '2027-02-28', '2027-02-28T14:06:00.000Z'],
    [{ previous: 'month' }, '2028-03-10T14:05Z', '2027-02-01', '2027-03-01'],
    [{ previous: 'month' }, '2029-03-10T14:05Z', '2028-02-01', '2028-03-01'],
    [{ this: 'hour' }, '2026-11-25T14:05Z', '2025-11-25T14:00:00.000Z', '2025-11-25T14:06:00.000Z'],
    [
      { from: '2028-02-28T12:00:00.000Z', to: '2028-02-29T12:00:00.000Z' },
      '2026-11-25T14:05Z',
      '2027-02-27T12:00:00.000Z',
      '2027-02-28T12:00:00.000Z',
    ],
  ] as const)('%o at %s', (window, at, from, to) => {
    expect(asked(window, at, { shift: 'year' })[1]).toEqual([from, to]);
  });

  test('has the same length for days that have passed', () => {
    const window = { from: '2029-02-20', to: '2029-03-01' };
    expect(asked(window, '2029-06-01T00:00Z', { shift: 'year' })[1]).toEqual(['2028-02-20', '2028-02-29']);
  });

  test('has the same times of day where clocks have another time', () => {
    const window = { from: '2026-03-29', to: '2026-03-29T12:00:00.000Z' };
    expect(asked(window, '2026-06-01T00:00Z', { shift: 'year', zone: 'Europe/Berlin' })[1]).toEqual([
      '2025-03-29',
      '2025-03-29T13:00:00.000Z',
    ]);
  });
});

/** With their days of clock changes in 2026: by an hour at night, at midnight, by half an hour, and none at all. */
const zones = [
  ['Europe/Berlin', '2026-03-29', '2026-10-25'],
  ['America/New_York', '2026-03-08', '2026-11-01'],
  ['America/Santiago', '2026-04-05', '2026-09-06'],
  ['Australia/Lord_Howe', '2026-04-05', '2026-10-04'],
  ['Asia/Kathmandu', '2026-04-05', '2026-10-04'],
] as const;

describe.each(zones)('around changes of clocks in %s', (timeZone, ...days) => {
  const moment = fc.record({
    // Half of them within three days of a change, where edges of windows meet it.
    minute: fc
      .tuple(fc.constantFrom(...days), fc.integer({ min: -400, max: 400 }), fc.nat({ max: 1439 }))
      .map(([day, away, minute]) => {
        const distance = away % 2 === 0 ? away % 4 : away;
        return Date.parse(day) + distance * DAY + minute * 60_000;
      }),
    timeZone: fc.constant(timeZone),
    weekStart: fc.constantFrom(...weekdays),
  });
  const unit = fc.constantFrom(...steps);
  const relative: fc.Arbitrary<AskedWindow> = fc.oneof(
    unit.map((step): AskedWindow => ({ this: step })),
    unit.map((step): AskedWindow => ({ previous: step })),
    fc.record({ last: fc.integer({ min: 1, max: 40 }), unit }),
  );

  test('a window ends with the current minute or with a period that has passed', () => {
    const law = fc.property(moment, relative, (clock, window) => {
      const { from, to, period } = toWindow(window, clock);
      const end = clock.minute + 60_000;
      expect(from).toBe(period.from);
      expect(from).toBeLessThan(to);
      expect(to).toBe(Math.min(period.to, end));
      if (window.previous !== undefined) expect(to).toBeLessThanOrEqual(clock.minute);
      else expect(to).toBe(end);
    });
    fc.assert(law, { numRuns: 200 });
  });

  test('a window consists of whole periods of the calendar', () => {
    const law = fc.property(moment, fc.integer({ min: 1, max: 40 }), unit, (clock, count, step) => {
      const current = toWindow({ this: step }, clock).period;
      expect(bucketEdges(current, step, clock)).toEqual([current.from, current.to]);
      const before = toWindow({ previous: step }, clock);
      expect(bucketEdges(before, step, clock)).toEqual([before.from, current.from]);
      const { period } = toWindow({ last: count, unit: step }, clock);
      if (step === 'hour') expect(period.to - period.from).toBe(count * 3_600_000);
      else expect(bucketEdges(period, step, clock)).toHaveLength(count + 1);
    });
    fc.assert(law, { numRuns: 200 });
  });

  test('the window before ends where the period begins, or at the time of day of the question', () => {
    const law = fc.property(moment, relative, (clock, window) => {
      const now = toWindow(window, clock);
      const before = windowBefore(now, clock);
      const whole = windowBefore({ ...now, to: now.period.to }, clock);
      expect(whole.to).toBe(now.from);
      expect(before.from).toBe(whole.from);
      expect(before.from).toBeLessThan(before.to);
      expect(before.to).toBeLessThanOrEqual(whole.to);
      if (before.to === whole.to || window.unit === 'hour' || window.this === 'hour') return;
      const [there, here] = [before.to, now.to].map((edge) => local(edge - 60_000, timeZone));
      const days = local(now.from, timeZone)
        .toPlainDate()
        .until(here?.toPlainDate() as Temporal.PlainDate);
      const first = local(before.from, timeZone).toPlainDate();
      expect(there?.toPlainDate().equals(first.add(days))).toBe(true);
      const isSkipped = !there?.toPlainTime().equals(here?.toPlainTime() as Temporal.PlainTime);
      const turn = there?.getTimeZoneTransition('previous')?.epochMilliseconds ?? 0;
      // A time of day that clocks skip is taken as much later as they are turned.
      if (isSkipped) expect(before.to - turn).toBeLessThanOrEqual(3_660_000);
    });
    fc.assert(law, { numRuns: 300 });
  });

  test('the window of the year before has the same dates', () => {
    const law = fc.property(moment, relative, (clock, window) => {
      const now = toWindow(window, clock);
      const before = windowBefore(now, clock, 'year');
      const [start, then] = [now.from, before.from].map((edge) => local(edge, timeZone).toPlainDate());
      expect(before.from).toBeLessThan(before.to);
      // Hours have no calendar: they end at the same time of day.
      if (now.isOfHours) return;
      expect(then?.equals(start?.subtract({ years: 1 }) as Temporal.PlainDate)).toBe(true);
    });
    fc.assert(law, { numRuns: 200 });
  });
});
test.each([
  ['at the end of a month', { last: 720, unit: 'hour' }, '2026-06-30T23:59Z', 'UTC', undefined],
  [
    'on the day after summer time began',
    { last: 24, unit: 'hour' },
    '2026-03-30T21:59Z',
    'Europe/Berlin',
    undefined,
  ],
  [
    'a year before the day after summer time began',
    { last: 24, unit: 'hour' },
    '2026-03-30T21:59Z',
    'Europe/Berlin',
    'year',
  ],
  [
    'a year before the hour that was skipped',
    { previous: 'hour' },
    '2026-03-29T01:10Z',
    'Europe/Berlin',
    'year',
  ],
] as const)('hours are compared with as many hours: %s', (_, asked, now, timeZone, shift) => {
  const clock = { timeZone, weekStart: 'monday', minute: Date.parse(now) } as const;
  const window = toWindow(asked, clock);
  const before = windowBefore(window, clock, shift);
  expect(before.to - before.from).toBe(window.to - window.from);
});

describe('the window before a given one', () => {
  const before = (from: string, to: string, timeZone = 'Europe/Berlin') => {
    const span = { from: toInstant(from, timeZone) as number, to: toInstant(to, timeZone) as number };
    const previous = windowBefore(
      { ...span, period: span, isOfHours: false },
      { timeZone, weekStart: 'monday' },
    );
    expect(previous.to).toBe(span.from);
    return local(previous.from, timeZone).toPlainDateTime().toString();
  };

  test.each([
    ['a month', '2026-03-01', '2026-04-01', '2026-02-01T00:00:00'],
    ['a quarter', '2026-01-01', '2026-04-01', '2025-10-01T00:00:00'],
    ['a leap year', '2024-01-01', '2025-01-01', '2023-01-01T00:00:00'],
    ['ten days over a change of clocks', '2026-03-25', '2026-04-04', '2026-03-15T00:00:00'],
    ['a month that does not start one', '2026-03-15', '2026-04-15', '2026-02-12T00:00:00'],
    ['instants at midnight', '2026-02-28T23:00:00.000Z', '2026-03-31T22:00:00.000Z', '2026-02-01T00:00:00'],
    ['anything else', '2026-03-29T00:30:00.000Z', '2026-03-29T01:30:00.000Z', '2026-03-29T00:30:00'],
    ['a day and an instant', '2026-06-02', '2026-06-02T22:00:00.001Z', '2026-06-01T00:00:00.001'],
  ])('is computed for %s', (_, from, to, expected) => {
    if (expected.endsWith('.001')) expect(before(from, to)).toBe('2026-05-31T23:59:59.999');
    else expect(before(from, to)).toBe(expected);
  });

  test('is the last existing day before the one that Apia skipped', () => {
    expect(before('2011-12-31', '2012-01-01', 'Pacific/Apia')).toBe('2011-12-29T00:00:00');
  });

  test('starts no earlier than the years of four digits', () => {
    expect(before('1970-01-01', '9999-12-31', 'UTC')).toBe('1000-01-01T00:00:00');
    expect(before('1970-01-01', '9999-12-31T23:59:59.999Z', 'UTC')).toBe('1000-01-01T00:00:00');
  });
});

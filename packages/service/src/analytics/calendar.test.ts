import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bucketEdges,
  DAY,
  isTimeZone,
  MAX_BUCKETS,
  type Step,
  steps,
  toInstant,
  type Weekday,
  weekdays,
} from './calendar.ts';

const zones = [
  'UTC',
  'Europe/Berlin',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Pacific/Apia',
  'Africa/Monrovia',
  'America/Sao_Paulo',
  'America/Havana',
  'Asia/Beirut',
  'Asia/Pyongyang',
  'Pacific/Kiritimati',
  '+05:45',
];

const at = (time: string) => Date.parse(time);
const toText = (time: number) => new Date(time).toISOString();
const local = (time: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(zone);

/** The starts of the buckets between two instants, and the end of the last one. */
function edgesOf(
  [from, to]: [string, string],
  every: Step,
  { timeZone, weekStart = 'monday' }: { timeZone: string; weekStart?: Weekday },
): string[] {
  return bucketEdges({ from: at(from), to: at(to) }, every, { timeZone, weekStart }).map(toText);
}

describe('buckets', () => {
  const span = fc.record({
    from: fc.integer({ min: 0, max: at('2030-01-01') }),
    length: fc.oneof(fc.integer({ min: 1, max: 3 * DAY }), fc.integer({ min: 1, max: 200 * DAY })),
    every: fc.constantFrom(...steps),
    timeZone: fc.constantFrom(...zones),
    weekStart: fc.constantFrom(...weekdays),
  });

  test('tile the window in every zone', () => {
    const law = fc.property(span, ({ from, length, every, ...calendar }) => {
      const edges = bucketEdges({ from, to: from + length }, every, calendar);
      expect(edges.every((edge, i) => i === 0 || edge > (edges[i - 1] as number))).toBe(true);
      expect(edges[0]).toBeLessThanOrEqual(from);
      expect(edges[1]).toBeGreaterThan(from);
      expect(edges.at(-1)).toBeGreaterThanOrEqual(from + length);
      expect(edges.at(-2)).toBeLessThan(from + length);
    });
    fc.assert(law, { numRuns: 500 });
  });

  test('do not depend on the start of the window', () => {
    const law = fc.property(span, fc.nat(), ({ from, length, every, ...calendar }, later) => {
      const to = from + length;
      const edges = bucketEdges({ from, to }, every, calendar);
      const rest = bucketEdges({ from: from + (later % length), to }, every, calendar);
      expect(edges.slice(-rest.length)).toEqual(rest);
    });
    fc.assert(law, { numRuns: 500 });
  });

  test('start with a local day, week, month, quarter or year', () => {
    const law = fc.property(span, ({ from, length, every, timeZone, weekStart }) => {
      for (const edge of bucketEdges({ from, to: from + length }, every, { timeZone, weekStart })) {
        const time = local(edge, timeZone);
        // The millisecond before is another local day, or a repetition of the same one.
        expect(time.toPlainDate().equals(local(edge - 1, timeZone).toPlainDate()) && every !== 'hour').toBe(
          false,
        );
        if (timeZone === 'Pacific/Apia' || timeZone === 'Pacific/Kiritimati') continue;
        if (every === 'week') expect(weekdays[time.dayOfWeek - 1]).toBe(weekStart);
        if (every === 'month') expect(time.day).toBe(1);
        if (every === 'quarter') expect([time.day, time.month % 3]).toEqual([1, 1]);
        if (every === 'year') expect([time.day, time.month]).toEqual([1, 1]);
      }
    });
    fc.assert(law, { numRuns: 200 });
  });

  test('days are 23 and 25 hours long where clocks change', () => {
    const timeZone = 'Europe/Berlin';
    expect(edgesOf(['2026-03-28T23:00Z', '2026-03-29T22:00Z'], 'day', { timeZone })).toEqual([
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
    ]);
    expect(edgesOf(['2026-10-24T22:00Z', '2026-10-25T23:00Z'], 'day', { timeZone })).toHaveLength(2);
  });

  test('hours of Lord Howe are cut in half where its clocks change by half an hour', () => {
    const timeZone = 'Australia/Lord_Howe';
    const hours = edgesOf(['2026-04-04T14:00Z', '2026-04-04T16:30Z'], 'hour', { timeZone });
    expect(hours.map((hour) => hour.slice(11, 16))).toEqual(['14:00', '15:00', '15:30', '16:30']);
    // Also when the window starts in the repeated half hour.
    const late = edgesOf(['2026-04-04T15:20Z', '2026-04-04T16:30Z'], 'hour', { timeZone });
    expect(late.map((hour) => hour.slice(11, 16))).toEqual(['15:00', '15:30', '16:30']);
    const inside = edgesOf(['2026-04-04T15:10Z', '2026-04-04T15:20Z'], 'hour', { timeZone });
    expect(inside.map((hour) => hour.slice(11, 16))).toEqual(['15:00', '15:30']);
    const spring = edgesOf(['2026-10-03T14:30Z', '2026-10-03T17:00Z'], 'hour', { timeZone });
    expect(spring.map((hour) => hour.slice(11, 16))).toEqual(['14:30', '15:30', '16:00', '17:00']);
  });

  test('hours continue in full where clocks skipped half of one at midnight', () => {
    const hours = edgesOf(['1940-10-27T02:00Z', '1940-10-27T05:00Z'], 'hour', {
      timeZone: 'America/Montevideo',
    });
    expect(hours.map((hour) => hour.slice(11, 16))).toEqual(['01:30', '02:30', '03:30', '04:00', '05:00']);
  });

  test('Apia had no 2011-12-30, and its weeks from Friday continue with Fridays', () => {
    const timeZone = 'Pacific/Apia';
    expect(edgesOf(['2011-12-29T10:00Z', '2011-12-31T10:00Z'], 'day', { timeZone })).toEqual([
      '2011-12-29T10:00:00.000Z',
      '2011-12-30T10:00:00.000Z',
      '2011-12-31T10:00:00.000Z',
    ]);
    const weeks = edgesOf(['2011-12-25T10:00Z', '2012-01-20T10:00Z'], 'week', {
      timeZone,
      weekStart: 'friday',
    });
    expect(weeks.map((week) => local(at(week), timeZone).toPlainDate().toString())).toEqual([
      '2011-12-23',
      '2011-12-31',
      '2012-01-06',
      '2012-01-13',
      '2012-01-20',
      '2012-01-27',
    ]);
  });

  test('days start at the first instant of a midnight that clocks skip or repeat', () => {
    // Beirut goes from 00:00 to 01:00; Havana sets 01:00 back to 00:00.
    expect(edgesOf(['2026-03-28T23:00Z', '2026-03-29T01:00Z'], 'day', { timeZone: 'Asia/Beirut' })[0]).toBe(
      '2026-03-28T22:00:00.000Z',
    );
    expect(
      edgesOf(['2026-11-01T12:00Z', '2026-11-01T13:00Z'], 'day', { timeZone: 'America/Havana' }),
    ).toEqual(['2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z']);
  });

  test('an hour that began before clocks went back over midnight stays in its day', () => {
    // Saint John's set 00:01 back to 23:01: the second 23:30 comes after the first midnight.
    const days = edgesOf(['2006-10-29T03:00Z', '2006-10-29T03:01Z'], 'day', { timeZone: 'America/St_Johns' });
    expect(days).toEqual(['2006-10-29T02:30:00.000Z', '2006-10-30T03:30:00.000Z']);
  });

  test('a year of hours is allowed, one hour more is refused, and far too many are refused at once', () => {
    const calendar = { timeZone: 'Europe/Berlin', weekStart: 'monday' as const };
    const hours = (count: number) => ({
      from: at('2028-01-01T00:00Z'),
      to: at('2028-01-01T00:00Z') + (count * DAY) / 24,
    });
    expect(bucketEdges(hours(MAX_BUCKETS), 'hour', calendar)).toHaveLength(MAX_BUCKETS + 1);
    expect(() => bucketEdges(hours(MAX_BUCKETS + 1), 'hour', calendar)).toThrow(/take a longer step/);
    const ages = { from: 0, to: at('9999-12-31T00:00Z') };
    const refuseAll = () => {
      for (const step of ['hour', 'day', 'week', 'month', 'quarter'] as const) {
        expect(() => bucketEdges(ages, step, calendar)).toThrow(/makes more than 8784 buckets/);
      }
    };
    // A refusal counts no buckets, so five refusals take less time than the ten largest answers, on any machine.
    expect(timeOf(refuseAll)).toBeLessThan(
      10 * timeOf(() => bucketEdges(hours(MAX_BUCKETS), 'hour', calendar)),
    );
    expect(bucketEdges(ages, 'year', calendar)).toHaveLength(8031);
  });
});

test('zones are names or offsets, and nothing else that Temporal accepts', () => {
  for (const zone of [...zones, 'America/Argentina/Buenos_Aires', 'Etc/GMT+5', 'EST5EDT', '-03:30'])
    expect(isTimeZone(zone), zone).toBe(true);
  for (const zone of ['Mars/Olympus', '', 'UTC ', '2026-01-01T00:00[UTC]', '[UTC]', '+5', '+25:00', "UTC'--"])
    expect(isTimeZone(zone), zone).toBe(false);
});

test('a day starts at its first instant, and a skipped day when the next one does', () => {
  const start = (day: string, zone: string) => {
    const time = toInstant(day, zone);
    return time === undefined ? undefined : toText(time);
  };
  expect(start('2011-12-30', 'Pacific/Apia')).toBe(start('2011-12-31', 'Pacific/Apia'));
  expect(start('2026-03-29', 'Asia/Beirut')).toBe('2026-03-28T22:00:00.000Z');
  expect(start('2026-02-30', 'UTC')).toBeUndefined();
  expect(start('2026-01-01T00:00:00.000Z', 'Asia/Kathmandu')).toBe('2026-01-01T00:00:00.000Z');
});

/** The least processor time of some work in five attempts. */
function timeOf(work: () => unknown): number {
  const tries = Array.from({ length: 5 }, () => {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    return user + system;
  });
  return Math.min(...tries);
}

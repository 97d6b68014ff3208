import { demoSessions } from '@outturn/demo-data';
import { expect, test } from 'vitest';

const until = new Date('2026-10-14T15:00:00Z');
const make = (options: object = {}) => [
  ...demoSessions({ seed: 'a', sessions: 20, days: 14, until, ...options }),
];

test('demo data is the same for the same seed, another for another one', () => {
  expect(make()).toEqual(make());
  expect(make({ seed: 'b' })).not.toEqual(make());
});

test('demo data only grows with days, sessions and time', () => {
  const keys = make().map(({ key }) => key);
  for (const larger of [{ days: 28 }, { sessions: 32 }, { until: new Date('2026-10-14T23:59:59Z') }]) {
    const made = new Map(make(larger).map((session) => [session.key, session]));
    expect(made.size).toBeGreaterThan(keys.length);
    expect(make().map((session) => made.get(session.key))).toEqual(make());
  }
});

test('demo data has not happened before it happens, and has a weekly rhythm', () => {
  const sessions = make({ days: 70, sessions: 50 });
  for (const { records, end } of sessions) {
    expect(end <= until).toBe(true);
    expect(new Set(records.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(records.length);
  }
  const onDay = (day: number) => sessions.filter(({ start }) => start.getUTCDay() === day).length;
  expect(onDay(0)).toBeLessThan(onDay(2) / 2);
});

import { describe, expect, test } from 'vitest';
import { countSessions, demoEntities, demoSessionAt, demoSessions } from './demo-data.ts';
import type { DemoSession } from './demo-record.ts';
import { fromMicros, toMicros } from './money.ts';
import { Random } from './random.ts';

const until = new Date('2026-03-15T12:00:00Z');
const options = { seed: 'test', sessions: 20, days: 10, until };
const made = [...demoSessions(options)];
const byKey = (sessions: Iterable<DemoSession>) =>
  new Map([...sessions].map((session) => [session.key, session]));

describe('demo sessions', () => {
  test('are the same for the same seed, and others for another', () => {
    expect([...demoSessions(options)]).toEqual(made);
    expect([...demoSessions({ ...options, seed: 'Test' })]).not.toEqual(made);
  });

  test('come in the order of their days, and end by the time that is given', () => {
    const days = made.map(({ start }) => start.toISOString().slice(0, 10));
    expect(days.toSorted()).toEqual(days);
    expect(new Set(days).size).toBe(10);
    expect(made.every(({ start, end }) => start <= end && end <= until)).toBe(true);
  });

  test.each([
    ['more days', { days: 20 }],
    ['more sessions a day', { sessions: 40 }],
  ])('stay as they are with %s', (_, more) => {
    const longer = byKey(demoSessions({ ...options, ...more }));
    expect(longer.size).toBeGreaterThan(made.length);
    for (const session of made) expect(longer.get(session.key)).toEqual(session);
  });

  test('with a later end are the same plus later ones', () => {
    const later = { ...options, until: new Date('2026-03-18T12:00:00Z'), days: 13 };
    const before = byKey(made);
    const old = [...demoSessions(later)].filter(({ end }) => end <= until);
    expect(old.length).toBeGreaterThan(made.length * 0.9);
    for (const session of old) expect(before.get(session.key)).toEqual(session);
  });

  test('are as many as are counted once the last day is over', () => {
    const over = { ...options, until: new Date('2026-03-15T23:59:59.999Z') };
    const ended = [...demoSessions(over)].length;
    expect(countSessions(over) - ended).toBeLessThanOrEqual(1);
    expect(made.length).toBeLessThan(countSessions(options));
  });

  test('name known members alone, and each record has a key of its own', () => {
    const things = demoEntities();
    const known = (group: keyof typeof things) => new Set(things[group].map(({ key }) => key));
    const [agents, customers, goals, tools] = [
      known('agents'),
      known('customers'),
      known('goalTypes'),
      known('tools'),
    ];
    const records = made.flatMap((session) => session.records);
    expect(
      made.every(({ agentKey, customerKey }) => agents.has(agentKey) && customers.has(customerKey)),
    ).toBe(true);
    for (const { kind, input } of records) {
      if (kind === 'goals') expect(goals).toContain(input.goalKey);
      if (kind === 'events' && input.toolKey != null) expect(tools).toContain(input.toolKey);
    }
    expect(new Set(records.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(records.length);
  });

  test('name the goal and the tool call of a revenue before it', () => {
    for (const { records } of made) {
      for (const record of records) {
        if (record.kind !== 'revenues') continue;
        const before = records.slice(0, records.indexOf(record));
        expect(before).toContain(record.goal);
        if (record.event) expect(before).toContain(record.event);
      }
    }
  });

  test('pass faster with a speed above 1', () => {
    const start = new Date('2026-03-15T12:00:00Z');
    const lasts = (speed: number) => {
      const { end } = demoSessionAt(start, { seed: 'test', number: 1, speed });
      return end.getTime() - start.getTime();
    };
    expect(lasts(10)).toBeCloseTo(lasts(1) / 10, -1);
  });
});

test.each([
  [0, '0.00'],
  [1_230_000, '1.23'],
  [1, '0.000001'],
  [-50_000, '-0.05'],
  [12_345_678_900_000, '12345678.90'],
])('%d millionths of a dollar are %s', (micros, decimal) => {
  expect(fromMicros(micros)).toBe(decimal);
  expect(toMicros(decimal)).toBe(micros);
});

describe('random numbers', () => {
  test('repeat with their seed', () => {
    const draw = (seed: string) => {
      const random = new Random(seed);
      return Array.from({ length: 100 }, () => random.next());
    };
    expect(draw('a')).toEqual(draw('a'));
    expect(draw('a')).not.toEqual(draw('b'));
  });

  test('stay within their bounds and reach both ends', () => {
    const random = new Random('test');
    const drawn = Array.from({ length: 1_000 }, () => random.between(2, 5));
    expect(new Set(drawn)).toEqual(new Set([2, 3, 4, 5]));
    expect([random.chance(0), random.chance(1)]).toEqual([false, true]);
  });

  test('pick in proportion to weights', () => {
    const random = new Random('test');
    const items = [{ weight: 0 }, { weight: 1 }, { weight: 3 }];
    const picked = Array.from({ length: 4_000 }, () => items.indexOf(random.pick(items)));
    const times = (index: number) => picked.filter((one) => one === index).length;
    expect(times(0)).toBe(0);
    expect(times(2) / times(1)).toBeGreaterThan(2.5);
    expect(times(2) / times(1)).toBeLessThan(3.5);
  });
});

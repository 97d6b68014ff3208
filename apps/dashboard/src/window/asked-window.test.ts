import { describe, expect, test } from 'vitest';
import { askedWindow } from './asked-window.ts';
import type { Comparison } from './comparison.ts';
import type { WindowChoice } from './presets.ts';

/** The question at one instant, in UTC. */
function asked(
  choice: WindowChoice | WindowChoice['window'],
  at: string,
  { zone = 'UTC', compare = 'previous' as Comparison } = {},
) {
  const chosen = typeof choice === 'string' ? ({ window: choice } as WindowChoice) : choice;
  const { every: _, ...windows } = askedWindow(chosen, compare, { minute: Date.parse(at), zone });
  return windows;
}

const custom = (from: string, to: string): WindowChoice => ({ window: 'custom', from, to });

describe('a running period is compared with the same part of the one before, to the minute', () => {
  test.each([
    ['this-month', '2026-11-25T14:05Z', '2026-11-01', '2026-10-01', '2026-10-25T14:06:00.000Z'],
    ['this-month', '2026-01-15T14:05Z', '2026-01-01', '2025-12-01', '2025-12-15T14:06:00.000Z'],
    ['this-month', '2026-03-28T14:05Z', '2026-03-01', '2026-02-01', '2026-02-28T14:06:00.000Z'],
    ['today', '2026-11-25T00:40Z', '2026-11-25', '2026-11-24', '2026-11-24T00:41:00.000Z'],
    ['today', '2026-01-01T00:00Z', '2026-01-01', '2025-12-31', '2025-12-31T00:01:00.000Z'],
    ['today', '2028-03-01T09:30Z', '2028-03-01', '2028-02-29', '2028-02-29T09:31:00.000Z'],
    ['7d', '2026-11-25T14:05Z', '2026-11-19', '2026-11-12', '2026-11-18T14:06:00.000Z'],
    ['30d', '2026-11-25T14:05Z', '2026-10-27', '2026-09-27', '2026-10-26T14:06:00.000Z'],
    ['this-quarter', '2026-05-15T14:05Z', '2026-04-01', '2026-01-01', '2026-02-14T14:06:00.000Z'],
  ] as const)('%s at %s', (choice, at, from, otherFrom, otherTo) => {
    const end = new Date(Date.parse(at) + 60_000).toISOString();
    expect(asked(choice, at)).toEqual({
      window: { from, to: end },
      previous: { window: { from: otherFrom, to: otherTo } },
    });
  });

  test.each([
    ['29 March, after a February of 28 days', '2026-03-29T14:05Z', '2026-02-01', '2026-03-01'],
    ['31 March', '2026-03-31T00:00Z', '2026-02-01', '2026-03-01'],
    ['30 March, after a February of 29 days', '2028-03-30T14:05Z', '2028-02-01', '2028-03-01'],
    ['31 May', '2026-05-31T08:00Z', '2026-04-01', '2026-05-01'],
  ])('with the whole period where that is shorter: %s', (_, at, from, to) => {
    expect(asked('this-month', at).previous).toEqual({ window: { from, to } });
  });

  test('on 29 March, after a February of 29 days, with 29 February', () => {
    expect(asked('this-month', '2028-03-29T14:05Z').previous?.window?.to).toBe('2028-02-29T14:06:00.000Z');
  });
});

describe('a range of days', () => {
  test('is running when it ends in the future', () => {
    expect(asked(custom('2026-11-20', '2026-12-11'), '2026-11-25T14:05Z')).toEqual({
      window: { from: '2026-11-20', to: '2026-11-25T14:06:00.000Z' },
      previous: { window: { from: '2026-10-30', to: '2026-11-04T14:06:00.000Z' } },
    });
  });

  test.each([
    ['has passed', custom('2026-11-01', '2026-11-25')],
    ['is still to come', custom('2026-11-26', '2026-12-01')],
  ])('is requested as a whole when it %s, and so is the one before', (_, choice) => {
    const { from, to } = choice as { from: string; to: string };
    expect(asked(choice, '2026-11-25T14:05Z')).toEqual({ window: { from, to }, previous: {} });
  });

  test('has passed in its last minute', () => {
    expect(asked('today', '2026-11-25T23:59Z')).toEqual({
      window: { from: '2026-11-25', to: '2026-11-26' },
      previous: {},
    });
  });

  test('has no period before when it began in 1970', () => {
    expect(asked(custom('1970-01-02', '2030-01-01'), '2026-11-25T14:05Z').previous).toBeUndefined();
    expect(asked(custom('1995-01-02', '2030-01-01'), '2026-11-25T14:05Z').previous).toEqual({
      window: { from: '1970-01-01', to: '1991-11-26T14:06:00.000Z' },
    });
    expect(asked(custom('1970-01-02', '1970-02-01'), '2026-11-25T14:05Z', { compare: 'year' })).toEqual({
      window: { from: '1970-01-02', to: '1970-02-01' },
    });
  });
});

describe('in the zone of the page', () => {
  const today = (at: string, zone: string) => asked('today', at, { zone });

  test.each([
    ['half an hour off', '2026-11-24T19:10Z', 'Asia/Kolkata', '2026-11-23T19:11:00.000Z'],
    ['a quarter off', '2026-11-24T18:55Z', 'Asia/Kathmandu', '2026-11-23T18:56:00.000Z'],
    // 14:05 in summer time and 14:05 the day before, in winter time.
    ['summer time began', '2026-03-29T12:05Z', 'Europe/Berlin', '2026-03-28T13:06:00.000Z'],
    ['summer time ended', '2026-10-25T13:05Z', 'Europe/Berlin', '2026-10-24T12:06:00.000Z'],
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
    expect(today(at, zone).previous?.window?.to).toBe(until);
  });

  test('a day of 25 hours ends with its last minute', () => {
    const at = '2026-10-25T22:59Z';
    expect(today(at, 'Europe/Berlin').window).toEqual({ from: '2026-10-25', to: '2026-10-26' });
  });
});

describe('the same period last year', () => {
  test.each([
    ['this-month', '2026-11-25T14:05Z', '2025-11-01', '2025-11-25T14:06:00.000Z'],
    ['7d', '2026-01-03T14:05Z', '2024-12-28', '2025-01-03T14:06:00.000Z'],
    // There is no 29 February: the 28th counts as a whole.
    ['this-month', '2028-02-29T14:05Z', '2027-02-01', '2027-03-01'],
    ['today', '2028-02-29T14:05Z', '2027-02-28', '2027-03-01'],
    ['last-month', '2028-03-10T14:05Z', '2027-02-01', '2027-03-01'],
    ['last-month', '2029-03-10T14:05Z', '2028-02-01', '2028-03-01'],
  ] as const)('%s at %s', (choice, at, from, to) => {
    expect(asked(choice, at, { compare: 'year' }).previous).toEqual({ window: { from, to } });
  });

  test('has the same length for days that have passed', () => {
    const choice = custom('2029-02-20', '2029-03-01');
    expect(asked(choice, '2029-06-01T00:00Z', { compare: 'year' }).previous).toEqual({
      window: { from: '2028-02-20', to: '2028-02-29' },
    });
  });
});

test('no other period is requested without a comparison', () => {
  expect(asked('today', '2026-11-25T14:05Z', { compare: 'none' })).toEqual({
    window: { from: '2026-11-25', to: '2026-11-25T14:06:00.000Z' },
  });
});

import { describe, expect, test } from 'vitest';
import { daysOf, presetNames, stepFor } from './presets.ts';

describe('the days of a window', () => {
  test.each([
    ['today', '2026-05-15', '2026-05-16'],
    ['yesterday', '2026-05-14', '2026-05-15'],
    ['this-week', '2026-05-11', '2026-05-18'],
    ['7d', '2026-05-09', '2026-05-16'],
    ['30d', '2026-04-16', '2026-05-16'],
    ['this-month', '2026-05-01', '2026-06-01'],
    ['last-month', '2026-04-01', '2026-05-01'],
    ['this-quarter', '2026-04-01', '2026-07-01'],
    ['last-quarter', '2026-01-01', '2026-04-01'],
  ] as const)('%s on May 15', (window, from, to) => {
    expect(daysOf({ window }, '2026-05-15')).toEqual({ from, to });
  });

  test('a week begins on its Monday', () => {
    expect(daysOf({ window: 'this-week' }, '2026-05-17').from).toBe('2026-05-11');
    expect(daysOf({ window: 'this-week' }, '2026-05-18').from).toBe('2026-05-18');
  });

  test('months and quarters continue over the turn of the year', () => {
    expect(daysOf({ window: 'last-month' }, '2026-01-31')).toEqual({ from: '2025-12-01', to: '2026-01-01' });
    expect(daysOf({ window: 'last-quarter' }, '2026-02-28')).toEqual({
      from: '2025-10-01',
      to: '2026-01-01',
    });
  });

  test("days follow the page's zone, not the machine's, so that none is lost where clocks change", () => {
    expect(daysOf({ window: '30d' }, '2026-04-02').from).toBe('2026-03-04');
    for (const window of presetNames) {
      const { from, to } = daysOf({ window }, '2026-03-29');
      expect(from < to).toBe(true);
    }
  });
});

test('charts have some to some hundred buckets', () => {
  expect(stepFor({ from: '2026-01-01', to: '2026-01-02' })).toBe('hour');
  expect(stepFor({ from: '2026-01-01', to: '2026-03-31' })).toBe('day');
  expect(stepFor({ from: '2025-01-01', to: '2026-01-01' })).toBe('week');
  expect(stepFor({ from: '2020-01-01', to: '2026-01-01' })).toBe('month');
});

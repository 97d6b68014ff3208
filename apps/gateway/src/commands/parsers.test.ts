import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseDay, parserOf } from './parsers.ts';

test('an option is refused in the words of its schema', () => {
  const parse = parserOf(z.string().max(3, { error: 'must have at most 3 characters' }));
  expect(parse('abc')).toBe('abc');
  expect(() => parse('abcd')).toThrow('It must have at most 3 characters.');
});

test.each(['1970-01-01', '2024-02-29', '9999-12-31'])('%s is a day in UTC', (text) => {
  expect(parseDay(text).toISOString()).toBe(`${text}T00:00:00.000Z`);
});

test.each([
  ['2026-02-29', 'There is no such day in the calendar.'],
  ['2026-13-01', 'There is no such day in the calendar.'],
  ['2026-00-10', 'There is no such day in the calendar.'],
  ['1969-12-31', 'It must lie in the years 1970 to 9999.'],
  ['2026-1-1', 'Not a day such as 2026-01-31.'],
  ['20260101', 'Not a day such as 2026-01-31.'],
  ['2026-01-01T00:00:00Z', 'Not a day such as 2026-01-31.'],
  ['today', 'Not a day such as 2026-01-31.'],
  ['', 'Not a day such as 2026-01-31.'],
])('%s is refused: %s', (text, problem) => {
  expect(() => parseDay(text)).toThrow(problem);
});

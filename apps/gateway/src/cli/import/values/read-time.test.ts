import { expect, test } from 'vitest';
import { isDateFormat, readTime } from './read-time.ts';

test.each([
  ['2024-01-15T10:30:00Z', '2024-01-15T10:30:00Z'],
  ['2024-01-15T10:30:00+05:45', '2024-01-15T10:30:00+05:45'],
  ['2024-01-15 10:30:00 UTC', '2024-01-15T10:30:00.000Z'],
  ['2024-01-15 10:30:00 +0200', '2024-01-15T08:30:00.000Z'],
  ['2024-01-15T10:30:00.123456-05', '2024-01-15T15:30:00.123Z'],
])('%s with a time zone is %s', (text, value) => {
  expect(readTime(text, {})).toEqual({ value });
});

test.each([
  ['2024-01-15 10:30', '2024-01-15T09:30:00.000Z'],
  ['2024-07-15T10:30:05,5', '2024-07-15T08:30:05.500Z'],
  ['2024-01-15', '2024-01-14T23:00:00.000Z'],
  ['2024/1/5 9:05', '2024-01-05T08:05:00.000Z'],
  // Clocks go forward and back: after the gap, and the first of both.
  ['2024-03-31 02:30', '2024-03-31T01:30:00.000Z'],
  ['2024-10-27 02:30', '2024-10-27T00:30:00.000Z'],
])('%s in Berlin is %s', (text, value) => {
  expect(readTime(text, { timeZone: 'Europe/Berlin' })).toEqual({ value });
});

test.each([
  ['15.01.2024', 'DD.MM.YYYY', '2024-01-15T00:00:00.000Z'],
  ['1/5/24 3:07 PM', 'M/D/YY h:mm A', '2024-01-05T15:07:00.000Z'],
  ['Jan 5, 2024', 'MMM D, YYYY', '2024-01-05T00:00:00.000Z'],
  ['15.01.2024 10:30 +0200', 'DD.MM.YYYY HH:mm ZZ', '2024-01-15T08:30:00.000Z'],
  ['1705314600', 'X', '2024-01-15T10:30:00.000Z'],
  ['20240115', 'YYYYMMDD', '2024-01-15T00:00:00.000Z'],
  ['5.1.2024', 'DD.MM.YYYY', '2024-01-05T00:00:00.000Z'],
  ['05.01.2024 09:05', 'D.M.YYYY H:mm', '2024-01-05T09:05:00.000Z'],
  ['1/05/2024 3:07 pm', 'MM/DD/YYYY hh:mm A', '2024-01-05T15:07:00.000Z'],
  ['15 JAN 2024', 'DD MMM YYYY', '2024-01-15T00:00:00.000Z'],
  ['2024.01.15 um 10:30', 'YYYY.MM.DD [um] HH:mm', '2024-01-15T10:30:00.000Z'],
])('%s is read by %s', (text, dateFormat, value) => {
  expect(readTime(text, { dateFormat, timeZone: 'UTC' })).toEqual({ value });
});

test.each([
  ['2024-01-15 10:30', {}, /no time zone; pass --time-zone/],
  ['2024-01-15', {}, /no time zone/],
  ['01/15/2024', {}, /pass --date-format/],
  ['45306.5', {}, /day number of a spreadsheet; give the column a date format/],
  ['1705314600', {}, /--date-format X$/],
  ['1705314600123', {}, /--date-format x$/],
  ['1705314600', { dateFormat: 'x' }, /first years after 1970.*--date-format X/],
  ['1705314600123', { dateFormat: 'X' }, /far in the future.*--date-format x/],
  ['15. Januar 2024', { dateFormat: 'D. MMMM YYYY' }, /whose months are in English/],
  ['2024-02-30', { timeZone: 'UTC' }, /does not exist/],
  ['31.02.2024', { timeZone: 'UTC', dateFormat: 'DD.MM.YYYY' }, /does not match --date-format DD.MM.YYYY/],
  ['13/01/2024', { timeZone: 'UTC', dateFormat: 'MM/DD/YYYY' }, /does not match/],
  ['15.01.2024', { dateFormat: 'DD.MM.YYYY' }, /no time zone/],
  ['15.01.2024 10:30', { timeZone: 'UTC', dateFormat: 'DD.MM.YYYY' }, /does not match/],
  ['15.01.24', { timeZone: 'UTC', dateFormat: 'DD.MM.YYYY' }, /does not match/],
  ['Total', { timeZone: 'UTC', dateFormat: 'DD.MM.YYYY' }, /does not match/],
])('%s is refused with what to do', (text, options, problem) => {
  expect(readTime(text, options)).toEqual({ problem: expect.stringMatching(problem) });
});

test('a format needs day, month and year', () => {
  expect(['DD.MM.YYYY', 'M/D/YY', 'X', 'YYYY-MM-DD[T]HH:mm'].every(isDateFormat)).toBe(true);
  expect(['HH:mm', 'MM/YYYY', '%d.%m.%Y', '[YMD]'].some(isDateFormat)).toBe(false);
});

test('a time and its format have at most 100 characters', () => {
  const [most, more] = [' '.repeat(85), ' '.repeat(100_000)];
  const options = { dateFormat: 'DD.MM.YYYY ZZ' };
  expect(readTime(`15.01.2024${most}+0200`, options)).toEqual({ value: '2024-01-14T22:00:00.000Z' });
  for (const some of [{}, options])
    expect(readTime(`15.01.2024${more}+0200`, some)).toEqual({ problem: 'has more than 100 characters' });
  expect(isDateFormat(`DD.MM.YYYY${'['.repeat(90)}`)).toBe(true);
  expect(isDateFormat(`DD.MM.YYYY${'['.repeat(100_000)}`)).toBe(false);
});

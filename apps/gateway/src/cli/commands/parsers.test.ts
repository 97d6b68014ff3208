import { availableParallelism } from 'node:os';
import { describe, expect, test } from 'vitest';
import { parseDay, parseWorkerCount } from './parsers.ts';
import { refusalOf } from './refusal.fixture.ts';

test.each([
  [['--from', '2026-02-31'], 'This day does not exist in the calendar.'],
  [['--from', '2026-01-01', '--to', '2026-02-29'], 'This day does not exist in the calendar.'],
  [['--from', '2026-13-01'], 'This day does not exist in the calendar.'],
  [['--from', '31.1.2026'], 'It must be a day such as 2026-01-31.'],
])('rollups verify refuses the day that is wrong in %j', async (days, why) => {
  expect(await refusalOf(['rollups', 'verify', ...days])).toContain(
    `argument '${days.at(-1)}' is invalid. ${why}`,
  );
});

test.each([[['rollups', 'verify']], [['export', 'revenues', '--developer', 'nobody']]])(
  '%j refuses a day before all that a record may be of',
  async (command) => {
    expect(await refusalOf([...command, '--from', '0000-01-01'])).toContain(
      "argument '0000-01-01' is invalid. The year must be from 1970 to 9999.",
    );
  },
);

test('a leap day is read in UTC', () => {
  expect(parseDay('2028-02-29')).toEqual(new Date('2028-02-29T00:00:00Z'));
});

test.each([
  ['--from 2026-02-30', 'This day does not exist in the calendar.'],
  ['--from 2026-01-31T08:00:00', 'ISO 8601 timestamp with a time zone'],
  ['--from 2026-02-01 --to 2026-01-01', '--from must be before --to.'],
  ['--format xml', 'Allowed choices are csv, ndjson.'],
])('export refuses %s', async (options, message) => {
  const args = ['export', 'goals', '--developer', 'x', ...options.split(' ')];
  expect(await refusalOf(args)).toContain(message);
});

describe('--workers', () => {
  test('takes a number of processes, or one per core', () => {
    expect(parseWorkerCount('1')).toBe(1);
    expect(parseWorkerCount('256')).toBe(256);
    expect(parseWorkerCount('auto')).toBe(availableParallelism());
  });

  test.each(['0', '257', '-1', '1.5', '1e2', '', ' 2', 'all', 'AUTO'])('does not take "%s"', (text) => {
    expect(() => parseWorkerCount(text)).toThrow(
      'It must be a number from 1 to 256, or auto for one per core.',
    );
  });
});

import { expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { runOutturn } from '../support/load/run-outturn.ts';

const store = usePrivateDatabase();

const verify = (...days: string[]) => runOutturn(store.url, 'rollups', 'verify', ...days);

// It said "The rollups equal the records.", of another day.
test('a day that is not in the calendar is refused', async () => {
  for (const days of [
    ['--from', '2026-02-31'],
    ['--from', '2026-01-01', '--to', '2026-02-29'],
    ['--from', '2026-13-01'],
  ]) {
    const { code, output, errors } = await verify(...days);
    expect([code, output]).toEqual([1, '']);
    expect(errors).toContain(`argument '${days.at(-1)}' is invalid. There is no such day in the calendar.`);
  }
  expect((await verify('--from', '31.1.2026')).errors).toContain('Not a day such as 2026-01-31.');
  expect(await verify('--from', '2028-02-29')).toMatchObject({
    code: 0,
    output: 'The rollups equal the records.\n',
  });
});

// `export` showed what PostgreSQL says of a year 0.
test('a day before all that a record may be of is refused', async () => {
  for (const command of [
    ['rollups', 'verify'],
    ['export', 'revenues', '--developer', 'nobody'],
  ]) {
    const { code, errors } = await runOutturn(store.url, ...command, '--from', '0000-01-01');
    expect(code).toBe(1);
    expect(errors).toContain("argument '0000-01-01' is invalid. It must lie in the years 1970 to 9999.");
  }
});

// It was asked for up to a day of a form that PostgreSQL does not read.
test('the last day that a record may be of can be verified', async () => {
  expect(await verify('--from', '9999-12-31')).toMatchObject({
    code: 0,
    output: 'The rollups equal the records.\n',
  });
});

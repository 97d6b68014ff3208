import { expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { runOutturn } from '../support/load/run-outturn.ts';

const store = usePrivateDatabase();

// The day after it is of a form that PostgreSQL does not read.
test('rollups verify takes the last day that a record may be of', async () => {
  expect(await runOutturn(store.url, 'rollups', 'verify', '--from', '9999-12-31')).toMatchObject({
    code: 0,
    output: 'The rollups equal the records.\n',
  });
});

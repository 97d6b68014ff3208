import { expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { runOutturn } from '../support/load/run-outturn.ts';

const store = usePrivateDatabase();

// PostgreSQL cannot read the ISO form of the day after it.
test('rollups verify accepts the last recordable day', async () => {
  expect(await runOutturn(store.url, 'rollups', 'verify', '--from', '9999-12-31')).toMatchObject({
    code: 0,
    output: 'The rollups equal the records.\n',
  });
});

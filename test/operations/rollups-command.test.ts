import { operations } from '@outturn/service';
import { expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { usePrivateService } from '../support/drivers/private-service.ts';
import { runOutturn } from '../support/load/run-outturn.ts';

const store = usePrivateDatabase();
const caller = usePrivateService(store, 8);

// PostgreSQL cannot read the ISO form of the day after it.
test('rollups verify accepts the last recordable day', async () => {
  expect(await runOutturn(store.url, 'rollups', 'verify', '--from', '9999-12-31')).toMatchObject({
    code: 0,
    output: 'The rollups equal the records.\n',
  });
});

test('rollups verify finds a record that counts although it is voided', async () => {
  const { service, principal } = caller;
  const call = { principal, requestId: 'contradiction' };
  const recorded = { amount: '1', recordedAt: '2026-01-01T00:00:00Z' };
  const { output } = await service.execute(operations.revenues.record, call, recorded);
  const { id } = JSON.parse(output.text);
  const amendment = { id, action: 'amend', changes: { amount: '2' }, reason: 'a typo' } as const;
  await service.execute(operations.revenues.correct, call, amendment);
  const verify = () => runOutturn(store.url, 'rollups', 'verify');
  expect(await verify()).toMatchObject({ code: 0 });
  await store.database.pool.query('update revenues_past set is_voided = true');
  expect(await verify()).toMatchObject({
    code: 1,
    output: expect.stringMatching(/ revenues: 1 voided records count, such as [\da-f-]{36}\n.*report this/),
  });
});

import { operations } from '@outturn/service';
import { expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { usePrivateService } from '../support/drivers/private-service.ts';
import { runInside } from '../support/run-inside.ts';

const store = usePrivateDatabase();
const caller = usePrivateService(store, 8);

// PostgreSQL cannot read the ISO form of the day after it.
test('rollups verify accepts the last recordable day', async () => {
  expect(await runInside(store.url, 'rollups', 'verify', '--from', '9999-12-31')).toMatchObject({
    code: 0,
    output: 'The rollups equal the records.\n',
  });
});

const recordedAt = '2026-01-01T00:00:00Z';
const verify = () => runInside(store.url, 'rollups', 'verify');
const call = () => ({ principal: caller.principal, requestId: 'contradiction' });

async function record(): Promise<string> {
  const sent = { amount: '2', recordedAt };
  const { output } = await caller.service.execute(operations.revenues.record, call(), sent);
  return JSON.parse(output.text).id;
}

test('rollups verify finds a record that counts although it is voided', async () => {
  const amendment = {
    id: await record(),
    action: 'amend',
    changes: { amount: '3' },
    reason: 'a typo',
  } as const;
  await caller.service.execute(operations.revenues.correct, call(), amendment);
  expect(await verify()).toMatchObject({ code: 0 });
  await store.database.pool.query('update revenues_past set is_voided = true');
  expect(await verify()).toMatchObject({
    code: 1,
    output: expect.stringMatching(
      / revenues: 1 records count although they are voided, such as [\da-f-]{36}\n.*report it/,
    ),
  });
  await store.database.pool.query('update revenues_past set is_voided = false');
});

test('rollups verify compares refunds with their balances', async () => {
  const id = await record();
  await caller.service.execute(operations.revenues.refund, call(), { id, amount: '1.5', recordedAt });
  expect(await verify()).toMatchObject({ code: 0 });
  for (const [balance, problem] of [
    ['1', 'have refunds of another sum than their balance'],
    ['null', 'have refunds of another sum than their balance'],
    ['2.5', 'are refunded beyond their amount'],
  ]) {
    await store.database.pool.query(`update revenues set refunded = ${balance} where id = '${id}'`);
    expect(await verify()).toMatchObject({
      code: 1,
      output: expect.stringContaining(` revenues: 1 records ${problem}, such as ${id}\n`),
    });
  }
});

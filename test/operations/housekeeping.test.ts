import { createService, listClaims } from '@outturn/service';
import { expect, onTestFinished, test, vi } from 'vitest';
import { offerDeveloper } from '../support/developers.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';

const store = usePrivateDatabase();

test('failed housekeeping is reported to the operator', async () => {
  const { pool } = store.database;
  await pool.query('alter table idempotency_keys rename to keys_away');
  onTestFinished(async () => void (await pool.query('alter table keys_away rename to idempotency_keys')));
  const onServerError = vi.fn();
  const service = await createService({ url: store.url, connections: 8, onServerError });
  onTestFinished(() => service.close());

  await expect.poll(() => onServerError.mock.calls).toHaveLength(1);
  const [[error, context]] = onServerError.mock.calls as [[Error, object]];
  expect(error.cause).toMatchObject({ message: 'relation "idempotency_keys" does not exist' });
  expect(context).toEqual({ operation: 'housekeeping', requestId: '' });
});

test('housekeeping deletes claim links after 30 days', async () => {
  const { pool } = store.database;
  for (const [name, age] of [
    ['kept', '29 days 23 hours'],
    ['forgotten', '30 days'],
  ] as const) {
    await offerDeveloper(store.database, name);
    await pool.query(
      `update developer_claims set created_at = now() - $1::interval
       where developer_id = (select id from developers where name = $2)`,
      [age, name],
    );
  }
  const service = await createService({ url: store.url, connections: 8 });
  onTestFinished(() => service.close());
  const names = async () => (await listClaims(store.database)).map(({ developerName }) => developerName);
  await expect.poll(names).toEqual(['kept']);
});

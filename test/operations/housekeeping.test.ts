import { createService } from '@outturn/service';
import { expect, onTestFinished, test, vi } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';

const store = usePrivateDatabase();

test('housekeeping that fails is told to the operator', async () => {
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

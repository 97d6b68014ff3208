import { expect, onTestFinished, test } from 'vitest';
import { signedUp } from '../support/browser.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { openAccount } from '../support/load/account.ts';
import { useGateways } from '../support/load/gateways.ts';

const store = usePrivateDatabase();
const gateways = useGateways();

// Commands took the default of the database: whoever came second to a key or a row was answered with a Server Error.
test.each(['repeatable read', 'serializable'])(
  'commands replay and queue up where the default is %s',
  async (level) => {
    const { pool } = store.database;
    const { rows } = await pool.query<{ name: string }>('select current_database() as name');
    const setDefault = (to: string) =>
      pool.query(`alter database ${rows[0]?.name} set default_transaction_isolation = '${to}'`);
    await setDefault(level);
    onTestFinished(async () => void (await setDefault('read committed')));
    const { url } = await gateways.start(store.url);
    const { token } = await openAccount(store.database);
    const send = async (method: string, path: string, body: object, idempotencyKey: string) => {
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'x-idempotency-key': idempotencyKey,
      };
      const answer = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) });
      return answer.status;
    };

    for (const key of ['a', 'b', 'c']) {
      const create = () => send('POST', '/v1/agents', { key }, `create-${key}`);
      const statuses = await Promise.all(Array.from({ length: 20 }, create));
      expect(new Set(statuses)).toEqual(new Set([201]));
    }
    const rename = (_: unknown, i: number) => send('PATCH', '/v1/agents/a', { name: `${i}` }, `rename-${i}`);
    const statuses = await Promise.all(Array.from({ length: 40 }, rename));
    expect(new Set(statuses)).toEqual(new Set([200]));

    const { trpc } = await signedUp(url);
    const record = () => trpc.revenues.record.mutate({ amount: '1', recordedAt: '2024-01-15T10:30:00.000Z' });
    await Promise.all(Array.from({ length: 20 }, record));
    expect((await trpc.revenues.list.query({})).items).toHaveLength(20);
  },
);

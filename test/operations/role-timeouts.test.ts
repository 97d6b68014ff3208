import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { send } from '../support/drivers/http.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { minimal } from '../support/drivers/samples.ts';
import { openAccount } from '../support/load/account.ts';
import { useGateways } from '../support/load/gateways.ts';
import { runInside } from '../support/run-inside.ts';

const store = usePrivateDatabase();
const gateways = useGateways();

/** Milliseconds that a statement may take, and for which a lock keeps statements waiting. */
const TIMEOUT = 1_000;
const LOCKED = 2 * TIMEOUT;

test('a statement_timeout of the database cancels no check, and a record is written after it', async () => {
  const account = await openAccount(store.database);
  const { pool } = store.database;
  const { rows } = await pool.query<{ name: string }>('select current_database() as name');
  await pool.query(`alter database ${rows[0]?.name} set statement_timeout = ${TIMEOUT}`);
  const { url } = await gateways.start(store.url);
  const record = () => send(`${url}/v1/revenues`, { token: account.token, body: JSON.stringify(minimal) });
  expect((await record()).status).toBe(201);

  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query('lock table revenues in access exclusive mode');
  const [recorded, verified] = [record(), runInside(store.url, 'rollups', 'verify')];
  await sleep(LOCKED);
  await holder.query('rollback');
  holder.release();
  expect((await recorded).status).toBe(201);
  expect(await verified).toMatchObject({ code: 0 });
});

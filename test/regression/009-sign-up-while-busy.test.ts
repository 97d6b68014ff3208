import { expect, test } from 'vitest';
import { Browser, newEmail } from '../support/browser.ts';
import { send } from '../support/drivers/http.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { openAccount } from '../support/load/account.ts';
import { useGateways } from '../support/load/gateways.ts';
import { waitUntil } from '../support/load/wait-until.ts';

/** The fewest, of which commands have 4. */
const CONNECTIONS = 8;
const COMMANDS = 4;

const store = usePrivateDatabase();
const gateways = useGateways();

// It was refused after the user had been made, and who tried again was told that the address is taken.
test('who signs up while commands have all their connections is signed up', async () => {
  const { url } = await gateways.start(store.url, { DATABASE_POOL_SIZE: String(CONNECTIONS), REDIS_URL: '' });
  const { token } = await openAccount(store.database);
  const holder = await store.database.pool.connect();
  await holder.query('begin; lock table agents in access exclusive mode');
  const held = Array.from({ length: COMMANDS }, (_, i) =>
    send(`${url}/v1/agents`, { token, body: JSON.stringify({ key: `held ${i}` }) }),
  );
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await waitUntil(
    'commands have all their connections',
    async () => (await store.database.pool.query(waiting)).rowCount === COMMANDS,
  );
  const browser = new Browser(url);
  const { status } = await browser.signUp(newEmail());
  await holder.query('rollback');
  holder.release();
  await Promise.all(held);

  expect(status).toBe(200);
  const account = await browser.send('/trpc/account.get', { headers: { 'x-outturn-csrf': '1' } });
  expect(account.status).toBe(200);
}, 60_000);

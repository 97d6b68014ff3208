import { expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { useGateways } from '../support/load/gateways.ts';

const store = usePrivateDatabase();
const gateways = useGateways();

// Unauthenticated callers may probe. Each probe used to hold a connection for several statements, which starved
// commands.
test('hundreds of concurrent probes query the database over one connection', async () => {
  const { url } = await gateways.start(store.url);
  const ready = () => fetch(`${url}/readyz`).then(({ status }) => status);
  expect(await ready()).toBe(200);

  const answers = await Promise.all(Array.from({ length: 300 }, ready));

  expect(new Set(answers)).toEqual(new Set([200]));
  const { rows } = await store.database.pool.query(
    `select count(*)::int as sessions from pg_stat_activity
     where datname = current_database() and application_name ~ '^outturn/[0-9]+$'
       and pid <> pg_backend_pid() and query ilike '%migrations%'`,
  );
  expect(rows[0].sessions).toBeLessThanOrEqual(2);
});

import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createApiKey } from '../support/api-keys.ts';
import { useGateways } from '../support/load/gateways.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { usePrimary } from '../support/replicas/use-primary.ts';
import { useTcpProxies } from '../support/tcp/tcp-proxy.ts';

const primary = usePrimary();
const gateways = useGateways();
const startProxy = useTcpProxies();

async function mintKey() {
  const { token, id } = await createApiKey(primary.database, { developerName: 'listening', name: 'test' });
  return { id, headers: { authorization: `Bearer ${token}` } };
}

// Every session of the database may send one.
test('a malformed notice ends no gateway, and later ones are received', async () => {
  const { url } = await gateways.start(primary.server.url);
  const { id, headers } = await mintKey();
  const status = async () => (await fetch(`${url}/v1/agents`, { headers })).status;
  expect(await status()).toBe(200);

  for (const channel of ['outturn_commits', 'outturn_api_keys', 'outturn_dimensions'])
    for (const payload of ['', 'x', '5', 'null', '{}', '[null]', '[1,2,3,4]', '["a"]'])
      await primary.database.pool.query('select pg_notify($1, $2)', [channel, payload]);

  await primary.database.pool.query('update api_keys set revoked_at = now() where id = $1', [id]);
  await primary.database.pool.query(`select pg_notify('outturn_api_keys', $1)`, [id]);
  // The gateway reads notices in their order.
  await waitUntil('it has heard of the revocation', async () => (await status()) === 401, 5_000);
  expect((await fetch(`${url}/v1/agents`, { headers: (await mintKey()).headers })).status).toBe(200);
});

// After a failover the URL may lead to a server that is not promoted yet; the gateway retries four times a second.
test('a gateway that cannot listen on a standby leaves no session there, and listens again later', async () => {
  const standby = await primary.server.addReplica();
  const proxy = await startProxy(primary.server.url);
  const { url } = await gateways.start(proxy.url);
  const { id, headers } = await mintKey();
  const status = async () => (await fetch(`${url}/v1/agents`, { headers })).status;
  expect(await status()).toBe(200);
  const listeners = `select count(*)::int from pg_stat_activity where application_name like 'outturn/% listener'`;

  proxy.lead(standby.url);
  proxy.set('closed');
  proxy.set('open');
  await sleep(3_000);
  expect(await standby.ask(listeners)).toBeLessThanOrEqual(6);

  proxy.lead(primary.server.url);
  proxy.set('closed');
  proxy.set('open');
  await waitUntil('it answers again', async () => (await status()) === 200);
  await primary.database.pool.query('update api_keys set revoked_at = now() where id = $1', [id]);
  await primary.database.pool.query(`select pg_notify('outturn_api_keys', $1)`, [id]);
  await waitUntil('it has heard of the revocation', async () => (await status()) === 401, 5_000);
});

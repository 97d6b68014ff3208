import { createApiKey } from '@outturn/service';
import { beforeAll, expect, test } from 'vitest';
import { send } from '../support/drivers/http.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { useGateways } from '../support/load/gateways.ts';
import { runOutturn } from '../support/load/run-outturn.ts';

const store = usePrivateDatabase();
const gateways = useGateways();
let token: string;
beforeAll(async () => {
  ({ token } = await createApiKey(store.database, { developerName: 'acme inc', name: 'test', plan: 'free' }));
});

test('developers list shows names, plans and keys, and no secret', async () => {
  const { code, output } = await runOutturn(store.url, 'developers', 'list');
  expect(code).toBe(0);
  expect(output).toMatch(/acme inc.*free.*none.*1/);
  expect(output).not.toContain('ot_live_');
});

test('developers plan reaches every gateway within a second', async () => {
  const env = { RATE_LIMITS: 'free=7,pro=77', REDIS_URL: '' };
  const urls = (await Promise.all([gateways.start(store.url, env), gateways.start(store.url, env)])).map(
    ({ url }) => url,
  );
  const limits = () =>
    Promise.all(
      urls.map(async (url) => (await send(`${url}/v1/agents`, { token })).headers.get('x-ratelimit-limit')),
    );
  expect(await limits()).toEqual(['7', '7']);
  expect(await runOutturn(store.url, 'developers', 'plan', 'acme inc', 'pro')).toMatchObject({
    code: 0,
    output: 'acme inc: free → pro\n',
  });
  await expect.poll(limits, { timeout: 1_000 }).toEqual(['77', '77']);
});

test('what cannot be done says why', async () => {
  expect((await runOutturn(store.url, 'developers', 'plan', 'nobody', 'pro')).code).toBe(1);
  expect((await runOutturn(store.url, 'developers', 'plan', 'acme inc', 'gold')).code).toBe(1);
  const { output } = await runOutturn(store.url, 'developers', '--help');
  expect(output).toMatch(/list.*plans/);
  expect(output).toMatch(/plan.*<name> <plan>/);
});

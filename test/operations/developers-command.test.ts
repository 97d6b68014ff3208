import { createApiKey } from '@outturn/service';
import { beforeAll, expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { runOutturn } from '../support/load/run-outturn.ts';

const store = usePrivateDatabase();
beforeAll(async () => {
  await createApiKey(store.database, { developerName: 'acme inc', name: 'test', plan: 'free' });
});

test('developers list shows names, plans and keys, and no secret', async () => {
  const { code, output } = await runOutturn(store.url, 'developers', 'list');
  expect(code).toBe(0);
  expect(output).toMatch(/acme inc.*free.*none.*1/);
  expect(output).not.toContain('ot_live_');
});

test('developers plan refuses an unknown developer and an unknown plan', async () => {
  expect((await runOutturn(store.url, 'developers', 'plan', 'nobody', 'pro')).code).toBe(1);
  expect((await runOutturn(store.url, 'developers', 'plan', 'acme inc', 'gold')).code).toBe(1);
  const { output } = await runOutturn(store.url, 'developers', '--help');
  expect(output).toMatch(/list.*plans/);
  expect(output).toMatch(/plan.*<name> <plan>/);
});

import { beforeAll, expect, inject, test } from 'vitest';
import { createApiKey } from '../support/api-keys.ts';
import { newEmail, signedUp } from '../support/browser.ts';
import { offerDeveloper } from '../support/developers.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { runInside } from '../support/run-inside.ts';

const gateway = useGateway();
const store = usePrivateDatabase();
beforeAll(async () => {
  await createApiKey(store.database, { developerName: 'acme inc', name: 'test', plan: 'free' });
});

test('developers list shows names, plans and keys, and no secret', async () => {
  const { code, output } = await runInside(store.url, 'developers', 'list');
  expect(code).toBe(0);
  expect(output).toMatch(/^ID +NAME +PLAN +CREATED +ACCOUNT +KEYS\n\S+ +acme inc +free +\S+Z +- +1\n$/);
  expect(output).not.toContain('ot_live_');
  const json = await runInside(store.url, 'developers', 'list', '--json');
  expect(JSON.parse(json.output)).toMatchObject([{ name: 'acme inc', plan: 'free', account: null, keys: 1 }]);
});

test('developers settings shows and changes whether costs are computed', async () => {
  const settings = (...args: string[]) => runInside(store.url, 'developers', 'settings', 'acme inc', ...args);
  expect(await settings()).toEqual({ code: 0, output: 'compute-costs: on\n', errors: '' });
  expect((await settings('--compute-costs', 'off')).output).toBe('compute-costs: off\n');
  expect((await settings()).output).toBe('compute-costs: off\n');
  expect((await settings('--compute-costs', 'maybe')).code).toBe(1);
  expect((await runInside(store.url, 'developers', 'settings', 'nobody')).code).toBe(1);
});

test('developers plan refuses an unknown developer and an unknown plan', async () => {
  expect((await runInside(store.url, 'developers', 'plan', 'nobody', 'pro')).code).toBe(1);
  expect((await runInside(store.url, 'developers', 'plan', 'acme inc', 'gold')).code).toBe(1);
  const { output } = await runInside(store.url, 'developers', '--help');
  expect(output).toMatch(/list.*plan/);
  expect(output).toMatch(/plan.*<name> <plan>/);
});

test('developers plan and export name the account of a developer that has one', async () => {
  const email = newEmail();
  await signedUp(gateway.url, email);
  const named = expect.stringMatching(
    new RegExp(`^The developer "${email}" belongs to an account: ${email}, created \\S+Z, an address`),
  );
  const plan = await runInside(inject('databaseUrl'), 'developers', 'plan', email, 'pro');
  expect(plan).toEqual({ code: 0, output: `${email}: free → pro\n`, errors: named });
  const exported = await runInside(inject('databaseUrl'), 'export', 'revenues', '--developer', email);
  expect(exported).toMatchObject({ code: 0, errors: named });
  const unowned = await runInside(store.url, 'developers', 'plan', 'acme inc', 'free');
  expect(unowned.errors).toBe('');
});

test('developers claims list shows each link without its token, and withdraw ends one', async () => {
  const claims = (...args: string[]) => runInside(store.url, 'developers', 'claims', ...args);
  expect((await claims('list')).output).toBe('There are no claim links.\n');
  expect((await claims('list', '--json')).output).toBe('[]\n');
  const token = await offerDeveloper(store.database, 'acme inc');
  const expired = await offerDeveloper(store.database, 'initech');
  const { pool } = store.database;
  await pool.query(
    `update developer_claims set created_at = now() - interval '8 days'
     where developer_id = (select id from developers where name = 'initech')`,
  );
  const { output } = await claims('list');
  const [, id = '', created = '', expires = ''] =
    /^([0-9a-f]{12}) +acme inc +(\S+) +(\S+) +open$/m.exec(output) ?? [];
  expect(Date.parse(expires) - Date.parse(created)).toBe(7 * 86_400_000);
  expect(output).toMatch(/ initech .* expired$/m);
  for (const secret of [token, expired]) expect(output).not.toContain(secret);

  expect(await claims('withdraw', id)).toEqual({ code: 0, output: `Withdrew ${id}.\n`, errors: '' });
  expect(await claims('withdraw', id)).toEqual({
    code: 1,
    output: '',
    errors: `No unused claim link has the id ${id}. See: outturn developers claims list\n`,
  });
  expect((await claims('list')).output).not.toContain(id);
});

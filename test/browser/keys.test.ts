// @module-tag Chromium
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { testDatabase } from '../support/developers.ts';
import { send } from '../support/drivers/http.ts';
import { copied } from './support/copied.ts';
import { useAccount, useDashboard } from './support/dashboard.ts';
import { signUp } from './support/visitor.ts';

const dashboard = useDashboard();
const account = useAccount(dashboard);

test('a key is generated, shown once, works on every surface, and is refused when revoked', async () => {
  const visitor = await dashboard.visit();
  const { page, problems } = visitor;
  const messages: Promise<string>[] = [];
  page.on('response', (response) => {
    const { url, postData } = { url: response.url(), postData: response.request().postData() };
    // A subscription has no end, and delivers records alone.
    if (!url.includes('records.live')) {
      messages.push(
        response.text().then(
          (text) => `${url} ${postData ?? ''} ${text}`,
          () => url,
        ),
      );
    }
  });
  await signUp(visitor);

  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByText('No API keys yet').waitFor();
  await page.getByRole('button', { name: 'Generate API key' }).click();
  await page.getByLabel('Name').fill('Production');
  expect(await page.getByRole('checkbox', { name: 'Full access' }).isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  const token = await tokenShown(page);
  expect(token).toMatch(/^ot_live_\w{49}$/);
  const dialog = page.getByRole('dialog', { name: 'Your API key' });
  const example = dialog.getByLabel('Example call', { exact: true });
  expect(await example.textContent()).toContain(`Bearer ${token}`);
  // The example reads: beside live data, one that records would count.
  expect(await example.textContent()).toContain(`${dashboard.url}/v1/revenues?limit=1'`);
  expect(await dialog.textContent()).not.toContain('99.90');
  expect(await copied(page, page.getByRole('button', { name: 'Copy', exact: true }))).toBe(token);
  // Only its own button hides the key.
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 400);
  expect(await tokenShown(page)).toBe(token);
  expect(await dialog.getByRole('button', { name: 'Close' }).count()).toBe(0);
  await page.goBack();
  await page.getByRole('button', { name: 'Stay' }).click();
  expect(await tokenShown(page)).toBe(token);

  expect(await callAll(token)).toEqual([201, 200, 200]);

  await page.getByRole('button', { name: "I've saved it" }).click();
  const row = page.getByRole('row').filter({ hasText: 'Production' });
  await row.getByText('Full access').waitFor();
  expect(await everythingKept(page)).not.toContain(token);
  for (const path of ['/', '/settings/account', '/settings/api-keys']) {
    await page.goto(path);
    await page.waitForLoadState('load');
  }
  await page.getByRole('cell', { name: 'Production', exact: true }).waitFor();
  expect(await everythingKept(page)).not.toContain(token);
  const told = (await Promise.all(messages)).filter((message) => message.includes(token));
  expect(told).toHaveLength(1);
  expect(told[0]).toContain('/trpc/apiKeys.create');
  // The logs of all gateways are searched for keys when they end.
  expect(await tablesWith(token)).toEqual([]);

  await page.getByRole('button', { name: 'Actions for Production' }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  const answer = page.waitForResponse((response) => response.url().includes('apiKeys.revoke'));
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  expect((await answer).status()).toBe(200);
  await expect.poll(() => callAll(token), { timeout: 5_000, interval: 20 }).toEqual([401, 401, 401]);
  await page.getByText('Revoked', { exact: true }).waitFor();
  expect(problems).toEqual([]);
});

test('a key with selected permissions lists them', async () => {
  const { page, problems } = await account.visit();
  await page.goto('/settings/api-keys');
  await page.getByRole('button', { name: 'Generate API key' }).click();
  await page.getByLabel('Name').fill('Reader');
  await page.getByRole('checkbox', { name: 'Full access' }).click();
  await page.getByRole('button', { name: 'None' }).click();
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  await page.getByText('Select at least one permission.').waitFor();
  await page.getByRole('checkbox', { name: 'Revenues: read' }).click();
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  const token = await tokenShown(page);
  expect(await callAll(token)).toEqual([403, 200, 200]);
  await page.getByRole('button', { name: "I've saved it" }).click();
  await page.getByRole('row').filter({ hasText: 'Reader' }).getByText('revenues:read').waitFor();
  expect(problems).toEqual([]);
});

test('a rotated key works beside its successor during the grace period', async () => {
  const { page, problems } = await account.visit();
  await page.goto('/settings/api-keys');
  await page.getByRole('button', { name: 'Generate API key' }).click();
  await page.getByLabel('Name').fill('Nightly');
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  const first = await tokenShown(page);
  await page.getByRole('button', { name: "I've saved it" }).click();

  await page.getByRole('button', { name: 'Actions for Nightly' }).click();
  await page.getByRole('menuitem', { name: 'Rotate' }).click();
  await page.getByRole('button', { name: 'Rotate', exact: true }).click();
  const second = await tokenShown(page);
  expect(second).not.toBe(first);
  await page.getByRole('button', { name: "I've saved it" }).click();
  const old = page.getByRole('row').filter({ hasText: 'Rotating' });
  await old.getByRole('button', { name: 'Actions for Nightly' }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).waitFor();
  expect(await page.getByRole('menuitem', { name: 'Rotate' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  expect(await callAll(first)).toEqual([201, 200, 200]);
  expect(await callAll(second)).toEqual([201, 200, 200]);
  expect(await everythingKept(page)).not.toContain(second);
  expect(problems).toEqual([]);
});

test('a key can be copied where scripts have no clipboard', async () => {
  const { page, problems } = await account.visit();
  // As on plain HTTP at an address other than localhost.
  await page.addInitScript(() => {
    Reflect.set(window, 'clipboardOfTest', navigator.clipboard);
    Reflect.deleteProperty(Navigator.prototype, 'clipboard');
  });
  await page.goto('/settings/api-keys');
  await page.getByRole('button', { name: 'Generate API key' }).click();
  await page.getByLabel('Name').fill('Production');
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  const token = await tokenShown(page);
  const button = page.getByRole('button', { name: 'Copy', exact: true });
  const confirmed = page.getByRole('button', { name: 'Copied', exact: true }).waitFor();
  expect(await copied(page, button, 'clipboardOfTest')).toBe(token);
  await confirmed;
  expect(problems).toEqual([]);
});

async function tokenShown(page: Page): Promise<string> {
  return (await page.getByLabel('API key', { exact: true }).textContent()) ?? '';
}

/** The statuses of a REST, a GraphQL and a tRPC call. */
async function callAll(token: string): Promise<number[]> {
  const headers = { Authorization: `Bearer ${token}` };
  const { url } = dashboard;
  const answers = await Promise.all([
    send(`${url}/v1/revenues`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ amount: '99.90', recordedAt: new Date().toISOString(), agentKey: 'sales' }),
    }),
    send(`${url}/graphql`, {
      headers,
      body: JSON.stringify({ query: '{ revenues(first: 1) { nodes { id } } }' }),
    }),
    send(`${url}/trpc/revenues.list?input=%7B%7D`, { headers, method: 'GET' }),
  ]);
  return answers.map(({ status }) => status);
}

/** The content, the storage and the URL of a page. */
function everythingKept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const fields = [...document.querySelectorAll('input, textarea')].map((field) =>
      Reflect.get(field, 'value'),
    );
    return JSON.stringify([
      document.documentElement.outerHTML,
      fields,
      { ...localStorage },
      { ...sessionStorage },
      databases,
      document.cookie,
      location.href,
      history.state,
    ]);
  });
}

/** Tables that contain a text in any column. */
async function tablesWith(text: string): Promise<string[]> {
  const { pool } = await testDatabase();
  const { rows } = await pool.query(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  expect(rows.length).toBeGreaterThan(10);
  const found: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await pool.query(`select 1 from ${name} t where strpos(t::text, $1) > 0 limit 1`, [
      text,
    ]);
    if (rowCount) found.push(name);
  }
  return found;
}

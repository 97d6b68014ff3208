// @module-tag Chromium
import { expect, test } from 'vitest';
import { createAccount } from './support/account.ts';
import { useDashboard } from './support/dashboard.ts';

const dashboard = useDashboard();
const recordedAt = '2026-01-01T12:00:00.000Z';

test('names replace keys and link to their pages, with the key where names are ambiguous', async () => {
  const { api, session } = await createAccount(dashboard.url);
  const { page, problems } = await dashboard.visit(session);
  for (const key of ['sales-1', 'sales-2']) await api.agents.create.mutate({ key, name: 'Sales' });
  await api.agents.create.mutate({ key: 'arabic', name: 'مساعد (1)' });
  await api.customers.create.mutate({ key: 'acme', name: 'Acme, Inc.' });
  await api.revenues.recordBatch.mutate(
    ['sales-1', 'sales-2', 'arabic', 'nameless'].map((agentKey) => ({
      amount: '1',
      recordedAt,
      agentKey,
      customerKey: 'acme',
    })),
  );

  const named = Promise.withResolvers<void>();
  await page.route(/getManyByKey/, async (route) => {
    await named.promise;
    await route.continue();
  });
  const asked = page.waitForRequest(/getManyByKey/);
  await page.goto('/');
  await page.getByRole('button', { name: 'Live activity' }).click();
  const feed = page.getByLabel('Live feed');
  await asked;
  // While names load, the feed shows no keys in their place.
  expect(await feed.getByRole('link').count()).toBe(0);
  named.resolve();
  await feed.getByRole('link', { name: 'Sales (sales-1)' }).waitFor();
  await feed.getByRole('link', { name: 'nameless' }).waitFor();
  expect(await feed.getByRole('link', { name: 'Acme, Inc.' }).first().getAttribute('href')).toBe(
    '/customers/acme',
  );

  await page.goto('/records/revenues');
  const table = page.getByRole('table', { name: 'Revenues' });
  const row = table.getByRole('row').filter({ hasText: 'sales-2' });
  await row.getByRole('link', { name: 'Sales', exact: true }).waitFor();
  expect(await table.getByRole('row').filter({ hasText: 'مساعد' }).getByText('arabic').count()).toBe(0);
  // No record has a description.
  expect(await table.getByRole('columnheader').allTextContents()).toEqual([
    'Recorded at',
    'Amount',
    'Agent',
    'Customer',
    'Source',
  ]);
  await row.getByRole('button', { name: /^Details of/ }).click();
  const details = page.getByRole('dialog');
  await details.getByText('sales-2', { exact: true }).waitFor();
  await details.getByText('Created', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await details.waitFor({ state: 'hidden' });

  // A filter finds keys by name as well.
  await page.getByRole('search').getByLabel('Customer', { exact: true }).fill('acme, i');
  await page.getByRole('option', { name: 'Acme, Inc.' }).click();
  await page.waitForURL(/customerKey=acme(&|$)/);
  await row.getByRole('link', { name: 'Sales', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Sales' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/agents/sales-2');

  // Names beside bars have the room they need.
  const long = 'Accounts receivable and dunning assistant';
  await api.agents.update.mutate({ key: 'nameless', name: long });
  await page.goto('/explore?window=custom&from=2026-01-01&to=2026-01-02');
  const beside = page.getByRole('figure').getByTitle(long);
  await beside.waitFor();
  expect(
    await beside.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight),
  ).toBeLessThanOrEqual(1);
  expect(problems).toEqual([]);
});

test('keys of blank, invisible and bidirectional characters are visible and open their own page', async () => {
  const { api, session } = await createAccount(dashboard.url);
  const { page, problems } = await dashboard.visit(session);
  const keys = [
    [' ', '␣'],
    ['a', 'a'],
    ['a\u200b', 'a[U+200B]'],
    ['\u202eabc', '[U+202E]abc'],
    ['%2F', '%2F'],
    ['a/b', 'a/b'],
    ['k'.repeat(255), 'k'.repeat(255)],
  ] as const;
  await api.revenues.recordBatch.mutate(
    keys.map(([agentKey], index) => ({ amount: `${index + 1}`, recordedAt, agentKey })),
  );
  await page.goto('/records/revenues?window=custom&from=2026-01-01&to=2026-01-02');
  const table = page.getByRole('table', { name: 'Revenues' });
  const amounts = table.getByRole('cell', { name: /^\$\d\.00$/ });
  for (const [index, [key, text]] of keys.entries()) {
    await table.getByRole('link', { name: text, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: text, exact: true }).waitFor();
    const { pathname } = new URL(page.url());
    // Proxies refuse some letters of a path.
    if (/[/%]/.test(key)) expect(pathname).toMatch(/^\/agents\/~[\w-]+$/);
    else expect(decodeURIComponent(pathname)).toBe(`/agents/${key}`);
    await expect.poll(() => amounts.allTextContents()).toEqual([`$${index + 1}.00`]);
    await page.goBack();
  }
  // A link to the records of a key keeps it unchanged.
  await table.getByRole('link', { name: '␣', exact: true }).click();
  await page.getByRole('link', { name: 'View all' }).click();
  await page.waitForURL(/\/records\/revenues\?/);
  await expect.poll(() => amounts.allTextContents()).toEqual(['$1.00']);
  // So does a suggested key, while typed text is trimmed.
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect.poll(() => amounts.count()).toBe(keys.length);
  await page.getByRole('search').getByLabel('Agent', { exact: true }).click();
  await page.getByRole('option', { name: '␣', exact: true }).click();
  await page.waitForURL(/agentKey=/);
  await expect.poll(() => amounts.allTextContents()).toEqual(['$1.00']);
  expect(problems).toEqual([]);
});

test('a page of records requests the names of each group once, however many there are', async () => {
  const { api, session } = await createAccount(dashboard.url);
  const { page, problems } = await dashboard.visit(session);
  const numbers = Array.from({ length: 50 }, (_, index) => index);
  await Promise.all(
    numbers.flatMap((number) => [
      api.agents.create.mutate({ key: `a${number}`, name: `Agent ${number}` }),
      api.customers.create.mutate({ key: `c${number}`, name: `Customer ${number}` }),
    ]),
  );
  await api.events.recordBatch.mutate(
    numbers.map((number) => ({
      type: 'call',
      model: 'large',
      agentKey: `a${number}`,
      customerKey: `c${number}`,
      sessionKey: `s${number}`,
    })),
  );
  await api.revenues.recordBatch.mutate(
    numbers.map((number) => ({
      amount: '1',
      recordedAt: new Date().toISOString(),
      source: 'shop',
      agentKey: `a${number}`,
      customerKey: `c${number}`,
    })),
  );
  /** The procedures called, with repetitions. */
  const calls: string[] = [];
  page.on('request', (request) => {
    const [, names] = /\/trpc\/([^?]+)/.exec(request.url()) ?? [];
    calls.push(...(names?.split(',') ?? []));
  });
  await page.goto('/records/revenues');
  const table = page.getByRole('table', { name: 'Revenues' });
  await table.getByRole('link', { name: 'Customer 49', exact: true }).waitFor();
  expect(await table.getByRole('link').count()).toBe(100);
  expect(calls.filter((name) => /^(agents|customers)\./.test(name)).toSorted()).toEqual([
    'agents.getManyByKey',
    'customers.getManyByKey',
  ]);

  // Filters also suggest rows without a name.
  const filters = page.getByRole('search', { name: 'Filters' });
  await filters.getByLabel('Source').click();
  await page.getByRole('option', { name: 'shop' }).click();
  await page.waitForURL(/source=shop/);
  await page.goto('/records/events');
  await filters.getByLabel('Type').click();
  await page.getByRole('option', { name: 'call' }).click();
  await page.waitForURL(/type=call/);
  await filters.getByLabel('Session').fill('s49');
  await page.getByRole('option', { name: 's49' }).click();
  await page.waitForURL(/sessionKey=s49/);
  const where = JSON.stringify([{ dimension: 'model', condition: 'in', values: [] }]);
  await page.goto(`/explore?where=${encodeURIComponent(where)}`);
  await page.getByRole('combobox', { name: 'Values of filter 1' }).click();
  await page.getByRole('option', { name: 'large' }).click();
  await page.waitForURL(/large/);
  expect(problems).toEqual([]);
});

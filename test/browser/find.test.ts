// @module-tag Chromium
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createAccount } from './support/account.ts';
import { bringAxe, faultsOf } from './support/axe.ts';
import { useAccount, useDashboard } from './support/dashboard.ts';
import { report } from './support/report.ts';
import { open, settled } from './support/settled.ts';

const dashboard = useDashboard();
const CUSTOMERS = 5000;
/** The most records of one call. */
const CALL = 1000;
/** More than any list of suggestions has. */
const NAMESAKES = 60;
let revenueId = '';

const account = useAccount(dashboard, async ({ api }) => {
  const recordedAt = new Date().toISOString();
  const namesakes = Array.from({ length: NAMESAKES }, (_, index) => `acme-${index}`);
  const others = Array.from({ length: CUSTOMERS }, (_, index) => `customer-${index}`);
  // The latest are listed first, so the one of the very key is far behind its namesakes.
  const keys = ['acme', ...namesakes, ...others];
  for (let start = 0; start < keys.length; start += CALL) {
    const batch = keys.slice(start, start + CALL);
    await api.revenues.recordBatch.mutate(
      batch.map((customerKey) => ({ amount: '1', recordedAt, customerKey })),
    );
  }
  await api.customers.update.mutate({ key: 'customer-7', name: 'Northwind Labs' });
  const sale = { amount: '41.50', recordedAt, agentKey: 'acme', customerKey: 'acme' };
  revenueId = (await api.revenues.record.mutate(sale)).id;
  await api.events.recordBatch.mutate([
    { type: 'call', agentKey: 'acme', sessionKey: 'session-acme-1' },
    { type: 'call', agentKey: 'acme', sessionKey: 'session-acme-2' },
  ]);
  await api.reports.save.mutate(report);
});

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const field = (page: Page) => palette(page).getByRole('combobox', { name: 'Search' });
const option = (page: Page, group: string) => page.getByRole('group', { name: group }).getByRole('option');

test('a filter asks for keys on focus alone, and finds any of 5,000 customers by a part of its key', async () => {
  const { page, problems } = await account.visit();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/trpc\/[^?]*\.list/.test(request.url())) asked.push(decodeURIComponent(request.url()));
  });
  const listed = () => asked.filter((url) => /customers\.list/.test(url));
  await open(page, { path: '/records/revenues', heading: 'Records' });
  const customer = page.getByRole('search').getByLabel('Customer', { exact: true });
  expect(listed()).toEqual([]);
  await customer.click();
  await page
    .getByRole('option', { name: /^customer-49/ })
    .first()
    .waitFor();

  await customer.fill('R-1234');
  await page.getByRole('option', { name: 'customer-1234', exact: true }).waitFor();
  expect(listed().some((url) => url.includes('"search":"R-1234"'))).toBe(true);
  await customer.fill('northwind');
  await page.getByRole('option', { name: 'Northwind Labs' }).waitFor();
  await customer.fill('acme');
  const suggested = page.getByRole('option');
  await expect.poll(() => suggested.first().textContent()).toBe('acme');
  expect(await suggested.filter({ hasText: 'acme-' }).count()).toBeGreaterThan(20);
  await suggested.first().click();
  await page.waitForURL(/customerKey=acme$/);

  const where = JSON.stringify([{ dimension: 'customer', condition: 'in', values: [] }]);
  await page.goto(`/explore?where=${encodeURIComponent(where)}`);
  const values = page.getByRole('combobox', { name: 'Values of filter 1' });
  await values.fill('customer-41');
  await page.getByRole('option', { name: 'customer-41', exact: true }).click();
  await page.waitForURL(/customer-41/);
  expect(problems).toEqual([]);
});

test('the palette opens pages, reports, members, sessions and records, the very key first', async () => {
  const { page, problems } = await account.visit();
  await open(page, { path: '/agents', heading: 'Agents' });
  const search = async (text: string) => {
    await palette(page).waitFor({ state: 'hidden' });
    await page.keyboard.press('Control+k');
    await field(page).fill(text);
  };

  await page.getByRole('button', { name: /^Search/ }).click();
  await expect.poll(() => option(page, 'Pages').first().textContent()).toBe('Overview');
  await bringAxe(page);
  await settled(page);
  expect(await faultsOf(page, 'the palette')).toEqual([]);
  await field(page).fill('acme');
  await expect.poll(() => option(page, 'Customers').first().textContent()).toBe('acme');
  expect(await option(page, 'Customers').count()).toBe(5);
  expect(await option(page, 'Agents').allTextContents()).toEqual(['acme']);
  const sessions = await option(page, 'Sessions').allTextContents();
  expect(sessions.toSorted()).toEqual(['session-acme-1', 'session-acme-2']);
  await settled(page);
  expect(await faultsOf(page, 'results')).toEqual([]);
  // Screen readers follow the arrow keys.
  await page.keyboard.press('ArrowDown');
  const active = await field(page).getAttribute('aria-activedescendant');
  expect(await page.locator(`[id="${active}"]`).getAttribute('aria-selected')).toBe('true');
  await option(page, 'Sessions').filter({ hasText: 'session-acme-2' }).click();
  await page.waitForURL('**/sessions/session-acme-2**');

  // Enter waits for the answer to what is typed.
  await search('R-1234');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'customer-1234' }).waitFor();
  await search('northwind');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Northwind Labs' }).waitFor();
  await search('explo');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Explore' }).waitFor();
  await search('revenue by');
  await option(page, 'Views').filter({ hasText: report.name }).click();
  await page.getByRole('heading', { level: 1, name: 'Views' }).waitFor();
  await search(revenueId.toUpperCase());
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Revenue' }).getByText('$41.50').waitFor();
  expect(new URL(page.url()).searchParams.get('id')).toBe(revenueId);
  expect(problems).toEqual([]);
});

test('the palette of another account finds nothing of this one, and forgets what was typed', async () => {
  const { session } = await createAccount(dashboard.url);
  const { page, problems } = await dashboard.visit(session);
  await open(page, { path: '/agents', heading: 'Agents' });
  for (const text of ['acme', 'customer-41', 'session-acme', 'Revenue by', revenueId]) {
    await page.keyboard.press('Control+k');
    expect(await field(page).inputValue()).toBe('');
    await field(page).fill(text);
    await palette(page).getByText('Nothing found.').waitFor();
    await page.keyboard.press('Escape');
    await palette(page).waitFor({ state: 'hidden' });
  }
  expect(problems).toEqual([]);
});

test('keys move through rows, open and peek at them, go back, and can be turned off', async () => {
  const { page, problems } = await account.visit();
  const focused = () => page.evaluate(() => document.activeElement?.closest('tr')?.rowIndex);
  const details = page.getByRole('dialog', { name: 'Revenue' });
  await open(page, { path: '/records/revenues', heading: 'Records' });
  await page
    .getByRole('button', { name: /^Details of/ })
    .first()
    .waitFor();
  await page.getByRole('heading', { level: 1 }).click();
  for (const [key, row] of [
    ['j', 1],
    ['j', 2],
    ['j', 3],
    ['k', 2],
  ] as const) {
    await page.keyboard.press(key);
    expect(await focused()).toBe(row);
  }
  for (const key of ['Enter', 'Space']) {
    await page.keyboard.press(key);
    await details.waitFor();
    // Escape closes the details, and does not go back as well.
    await page.keyboard.press('j');
    await page.keyboard.press('Escape');
    await details.waitFor({ state: 'hidden' });
    await expect.poll(focused).toBe(2);
  }
  // Space peeks from any link of a row.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await details.waitFor();
  await page.keyboard.press('Escape');
  await details.waitFor({ state: 'hidden' });

  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await help.getByText('Next row').waitFor();
  await bringAxe(page);
  await settled(page);
  expect(await faultsOf(page, 'the list of keys')).toEqual([]);
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).pathname).toBe('/records/revenues');

  // In a field they are letters.
  const source = page.getByRole('search').getByLabel('Source', { exact: true });
  await source.pressSequentially('/?jk');
  expect(await source.inputValue()).toBe('/?jk');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await source.fill('');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('/');
  await field(page).waitFor();
  await page.keyboard.press('Escape');
  await palette(page).waitFor({ state: 'hidden' });

  await page.getByRole('link', { name: 'Prices', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Prices' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1, name: 'Records' }).waitFor();

  await page.goto('/settings/account');
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).uncheck();
  await page.goto('/records/revenues');
  await page
    .getByRole('button', { name: /^Details of/ })
    .first()
    .waitFor();
  for (const key of ['j', '?', '/']) await page.keyboard.press(key);
  expect(await focused()).toBeUndefined();
  await page.keyboard.press('Control+k');
  await field(page).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(1);
  expect(problems).toEqual([]);
});

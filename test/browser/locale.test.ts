// @module-tag Chromium
import { expect, test } from 'vitest';
import { useAccount, useDashboard } from './support/dashboard.ts';

const dashboard = useDashboard();
const account = useAccount(dashboard, ({ api }) =>
  api.revenues.record.mutate({ amount: '1234.5', recordedAt: '2026-01-31T12:00:00Z', agentKey: 'scout' }),
);

test('numbers, dates and inputs follow the locale of the browser', async () => {
  const { page, problems } = await dashboard.visit({ ...account.current.session, locale: 'de-DE' });
  await page.goto('/records/revenues');
  const cells = page.getByRole('table', { name: 'Revenues' }).getByRole('cell');
  await expect.poll(() => cells.nth(1).textContent()).toBe('1.234,50\u00a0$');
  expect(await cells.nth(0).textContent()).toBe('31.01.2026, 12:00');
  await page.goto('/agents?window=custom&from=2026-01-01&to=2026-02-01');
  await page.getByRole('button', { name: '01.01.2026 – 31.01.2026' }).click();
  await page.getByRole('button', { name: 'Januar 2026', exact: true }).waitFor();
  expect(await page.getByRole('columnheader', { name: /^Mo/ }).count()).toBe(1);
  await page.goto('/tools');
  await page.getByRole('button', { name: 'New tool' }).click();
  await page.getByLabel('Key').fill('search');
  await page.getByLabel('Value per call (USD)').fill('1.50');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Enter an amount, e.g. 25,00.').waitFor();
  await page.getByLabel('Value per call (USD)').fill('1,50');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('1,50 $ each').waitFor();
  expect(await account.current.api.tools.get.query({ key: 'search' })).toMatchObject({ value: '1.50' });
  expect(problems).toEqual([]);
});

test('numbers and dates of a right-to-left locale keep their order', async () => {
  const { page, problems } = await dashboard.visit({ ...account.current.session, locale: 'fa-IR' });
  await page.goto('/records/revenues');
  const cells = page.getByRole('table', { name: 'Revenues' }).getByRole('cell');
  // 31 January 2026 is 11 Bahman 1404: the day stands to the right of the month, and the time to the left of both.
  await cells.getByText('بهمن').waitFor();
  const places = await cells.nth(0).evaluate((cell) => {
    const text = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode();
    if (!text?.textContent) return [];
    const content = text.textContent;
    return ['۱۱', 'بهمن', '۱۴۰۴', ':'].map((part) => {
      const range = document.createRange();
      range.setStart(text, content.indexOf(part));
      range.setEnd(text, content.indexOf(part) + part.length);
      return range.getBoundingClientRect().left;
    });
  });
  expect(places).toHaveLength(4);
  expect(places).toEqual(places.toSorted((a, b) => b - a));
  expect(problems).toEqual([]);
});

test('a time zone is found by its old and new names, and stored once it is chosen', async () => {
  const { page, problems } = await dashboard.visit({
    ...account.current.session,
    timezoneId: 'Asia/Calcutta',
  });
  await page.goto('/');
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await expect.poll(() => zone.inputValue()).toBe('Asia/Kolkata');
  const stored = () => page.evaluate(() => localStorage.getItem('outturn-zone'));
  expect(await stored()).toBeNull();
  for (const [search, found] of [
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['Kathmandu', 'Asia/Kathmandu'],
    ['Kyiv', 'Europe/Kyiv'],
    ['new york', 'America/New York'],
  ] as const) {
    await zone.fill(search);
    await page.getByRole('option', { name: found, exact: true }).click();
    await expect.poll(() => zone.inputValue()).toBe(found);
  }
  expect(await stored()).toBe('America/New_York');
  await page.reload();
  await expect.poll(() => zone.inputValue()).toBe('America/New York');
  expect(problems).toEqual([]);
});

// @module-tag Chromium
import { buffer } from 'node:stream/consumers';
import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { useAccount, useDashboard } from './support/dashboard.ts';

const dashboard = useDashboard();
/** A few more than the largest page of the API has. */
const REVENUES = 1_008;
const largePage = (url: URL) => decodeURIComponent(url.search).includes('"limit":1000');

/** Every third revenue belongs to another agent. */
const account = useAccount(dashboard, async ({ api }) => {
  const revenues = Array.from({ length: REVENUES }, (_, index) => ({
    amount: `${index}.5`,
    recordedAt: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
    agentKey: index % 3 === 0 ? 'third' : 'other',
  }));
  await api.revenues.recordBatch.mutate(revenues.slice(0, 1_000));
  await api.revenues.recordBatch.mutate(revenues.slice(1_000));
});

/** A visitor at the list of revenues. */
async function atRevenues() {
  const { page, problems } = await account.visit();
  await page.goto('/records/revenues');
  const rows = page.getByRole('table', { name: 'Revenues' }).locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(50);
  const downloads: string[] = [];
  page.on('download', (download) => downloads.push(download.suggestedFilename()));
  const start = () => page.getByRole('button', { name: 'Download CSV' }).click();
  const save = async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), start()]);
    return (await buffer(await download.createReadStream())).toString().trimEnd().split('\r\n');
  };
  return { page, problems, downloads, start, save, notice: page.getByLabel('Download', { exact: true }) };
}

/** An answer that asks the client to retry later. */
function refuse(route: Route, seconds: number) {
  const data = { code: 'TOO_MANY_REQUESTS', error: 'Rate Limit Exceeded', httpStatus: 429 };
  const message = `Too many requests. Retry after ${seconds} seconds.`;
  return route.fulfill({
    status: 429,
    headers: { 'Retry-After': String(seconds) },
    json: [{ error: { message, code: -32029, data } }],
  });
}

test('a CSV has every matching record once, not only the records on the page', async () => {
  const { page, problems, save, notice } = await atRevenues();
  const whole = await save();
  expect(whole).toHaveLength(REVENUES + 1);
  expect(new Set(whole.map((line) => line.split(',')[0])).size).toBe(REVENUES + 1);
  await notice.getByText('Saved revenues.csv (1,008 rows).').waitFor();

  await page.getByRole('search').getByLabel('Agent', { exact: true }).fill('third');
  await page.keyboard.press('Enter');
  await page.waitForURL(/agentKey=third/);
  await page.getByText('$1,005.50').waitFor();
  await expect.poll(() => page.getByText('$1,007.50').count()).toBe(0);
  const [head, ...filtered] = await save();
  expect(head).toMatch(/^\uFEFFid,/);
  expect(filtered).toHaveLength(REVENUES / 3);
  expect(filtered.every((line) => line.includes(',third,'))).toBe(true);
  expect(problems).toEqual([]);
});

test('a download waits for Retry-After, and then is complete', async () => {
  const { page, save, notice } = await atRevenues();
  const asked: number[] = [];
  await page.route(largePage, (route) => {
    asked.push(Date.now());
    return asked.length === 2 ? refuse(route, 2) : route.continue();
  });
  const waiting = notice.getByText('1,000 rows so far. Rate limited.').waitFor();
  const [lines] = await Promise.all([save(), waiting]);
  expect(lines).toHaveLength(REVENUES + 1);
  expect(asked).toHaveLength(3);
  // Without Retry-After, it would retry after one second.
  expect((asked[2] ?? 0) - (asked[1] ?? 0)).toBeGreaterThanOrEqual(2_000);
});

test('an error or Cancel leaves no file, and the next attempt saves all of it', async () => {
  const { page, downloads, start, save, notice } = await atRevenues();
  let pages = 0;
  await page.route(largePage, (route) => {
    pages += 1;
    const data = { code: 'BAD_REQUEST', error: 'Invalid Request', httpStatus: 400 };
    return pages === 2
      ? route.fulfill({ status: 400, json: [{ error: { message: 'Not today.', code: -32600, data } }] })
      : route.continue();
  });
  await start();
  const alert = page.getByRole('alert');
  await alert.getByText("Couldn't save revenues.csv: the download stopped after 1,000 rows").waitFor();
  await alert.getByText('Not today.').waitFor();
  await page.unroute(largePage);
  expect(downloads).toEqual([]);

  pages = 0;
  await page.route(largePage, (route) => {
    pages += 1;
    return pages === 2 ? refuse(route, 60) : route.continue();
  });
  await alert.getByRole('button', { name: 'Try again' }).click();
  await notice.getByText(/^1,000 rows so far/).waitFor();
  await notice.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => notice.count()).toBe(0);
  await page.unroute(largePage);
  expect(downloads).toEqual([]);

  expect(await save()).toHaveLength(REVENUES + 1);
  expect(downloads).toEqual(['revenues.csv']);
});

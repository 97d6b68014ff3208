import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { browserTest } from '../browser/support/chromium.ts';
import { useDashboard } from '../browser/support/dashboard.ts';
import { apiOf, mintKey, signUp } from '../browser/support/visitor.ts';

const dashboard = useDashboard();
const COUNT = 60;
/** The time of each record, as an import may bring them: in another order than that of recording. */
const minutes = Array.from({ length: COUNT }, (_, index) => (index * 7) % COUNT);
const upwards = Array.from({ length: COUNT }, (_, index) => index);

browserTest('records are listed and saved in the order of recording or of their own time', async () => {
  const visitor = await dashboard.visit();
  const { page, problems } = visitor;
  await signUp(visitor);
  const api = apiOf(dashboard.url, await mintKey(visitor));
  const times = minutes.map((minute) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString());
  await api.revenues.recordBatch.mutate(
    times.map((recordedAt, index) => ({ amount: `${minutes[index]}.5`, recordedAt, agentKey: 'importer' })),
  );
  await api.events.recordBatch.mutate(
    times.map((occurredAt, index) => ({ type: 'call', name: `call-${minutes[index]}`, occurredAt })),
  );
  const order = page.getByRole('combobox', { name: 'Order' });
  /** The minutes that are shown, first page and second. */
  const shown = async (table: string, pattern: RegExp) => {
    const cells = page.getByRole('table', { name: table }).getByRole('cell').filter({ hasText: pattern });
    await expect.poll(() => cells.count()).toBe(50);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => cells.count()).toBe(COUNT);
    return (await cells.allTextContents()).map((text) => Number(/\d+/.exec(text)?.[0]));
  };
  const amounts = () => shown('Revenues', /^\$\d+\.50$/);
  const choose = async (label: string) => {
    await order.click();
    await page.getByRole('option', { name: label }).click();
  };

  await page.goto('/records/revenues');
  expect(await amounts()).toEqual(minutes.toReversed());
  expect(new URL(page.url()).search).toBe('');
  await choose('Recorded at, oldest first');
  await page.waitForURL(/sort=time/);
  expect(await amounts()).toEqual(upwards);
  await choose('Recording order, oldest first');
  await page.waitForURL(/sort=id/);
  expect(await amounts()).toEqual(minutes);
  await choose('Recorded at, newest first');
  await page.waitForURL(/sort=-time/);

  // It stays with filters, and in the URL.
  await page.getByLabel('Agent', { exact: true }).fill('importer');
  await page.waitForURL(/agentKey=importer/);
  await page.reload();
  expect(await order.inputValue()).toBe('Recorded at, newest first');
  expect(await amounts()).toEqual(upwards.toReversed());
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  const [, ...lines] = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines.map((line) => Number(/,(\d+)\.5\d*,/.exec(line)?.[1]))).toEqual(upwards.toReversed());
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.waitForURL((url) => url.search === '?sort=-time');
  await choose('Recording order, newest first');
  await page.waitForURL((url) => url.search === '');

  // Another kind has its time by another name; what is no order is left out of account.
  await page.goto('/records/events?sort=-time');
  await expect.poll(() => order.inputValue()).toBe('Occurred at, newest first');
  expect(await shown('Events', /^call-/)).toEqual(upwards.toReversed());
  await page.goto('/records/events?sort=nonsense');
  expect(await shown('Events', /^call-/)).toEqual(minutes.toReversed());
  expect(problems).toEqual([]);
});

// @module-tag Chromium
import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { faultsOfLooks, resetLook } from './support/axe.ts';
import { useAccount, useDashboard } from './support/dashboard.ts';
import { nanos } from './support/nanos.ts';
import { open, settled } from './support/settled.ts';

const dashboard = useDashboard();
const DAY = 86_400_000;
const opened = Date.now();
/** So many days ago, with some milliseconds that keep the records apart. */
const ago = (days: number, index: number) => new Date(opened - days * DAY - index).toISOString();
const agentOf = (index: number) => (index % 4 === 0 ? 'desk' : 'bot');

/** Revenues and events of two agents on three days, more than a page of each. */
const revenues = Array.from({ length: 70 }, (_, index) => ({
  amount: `${index}.25`,
  recordedAt: ago(1 + (index % 3), index),
  agentKey: agentOf(index),
  customerKey: 'acme',
}));
const events = Array.from({ length: 130 }, (_, index) => ({
  type: 'llm.call',
  ...(index % 5 > 0 && { cost: `${index}.0125` }),
  occurredAt: ago(1 + (index % 3), index),
  agentKey: agentOf(index),
  sessionKey: `s-${index % 9}`,
}));
const account = useAccount(dashboard, async ({ api }) => {
  await api.revenues.recordBatch.mutate(revenues);
  await api.events.recordBatch.mutate(events);
  await api.agents.update.mutate({ key: 'desk', name: 'Support desk' });
});

const sum = (amounts: readonly (string | undefined)[]) =>
  amounts.reduce((total, amount) => total + nanos(amount), 0n);
const plain = (text: string) => text.replaceAll(/[$,\s]/g, '');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
/** The amount of a text such as `Cost $1,234.50`. */
const amountIn = (text: string) => nanos(plain(/-?\$[\d,.]+/.exec(text)?.[0] ?? 'none'));

/** The exact sum of the amounts that a table of records lists, on all of its pages. */
async function sumOfRows(page: Page, table: string, head: string) {
  const more = page.getByRole('button', { name: 'Show more' });
  const rows = page.getByRole('table', { name: table }).locator('tbody tr');
  await settled(page);
  while (await more.isVisible()) {
    const before = await rows.count();
    await more.click();
    await expect.poll(() => rows.count()).toBeGreaterThan(before);
  }
  const region = page.getByRole('table', { name: table });
  const column = (await region.getByRole('columnheader').allTextContents()).indexOf(head);
  const cells = await region.locator(`tbody td:nth-child(${column + 1})`).allTextContents();
  return sum(cells.map((text) => plain(text)));
}

test('a tile leads to the records whose sum it is, by mouse and by keyboard, and Back returns', async () => {
  const { page, problems } = await account.visit();
  await open(page, { path: '/?window=7d' });
  await page.getByRole('group', { name: 'Cost', exact: true }).getByRole('link').click();
  await page.waitForURL(/\/records\?.*measure=cost/);
  await expect.poll(() => heading(page).textContent()).toMatch(/^Cost \$/);
  expect(amountIn((await heading(page).textContent()) ?? '')).toBe(sum(events.map(({ cost }) => cost)));
  expect(new URL(page.url()).searchParams.get('window')).toBe('7d');
  expect(await sumOfRows(page, 'Events', 'Cost')).toBe(sum(events.map(({ cost }) => cost)));
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();

  await settled(page);
  await page.getByRole('group', { name: 'Revenue', exact: true }).getByRole('link').press('Enter');
  await expect.poll(() => heading(page).textContent()).toMatch(/^Revenue \$/);
  expect(await sumOfRows(page, 'Revenues', 'Amount')).toBe(sum(revenues.map(({ amount }) => amount)));
  // A record opens beside the list, and Back closes it.
  await page
    .getByRole('button', { name: /^Details of/ })
    .first()
    .click();
  await page.getByRole('dialog').getByText('Created', { exact: true }).waitFor();
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(problems).toEqual([]);
});

test('a bar of a chart leads to the records of its day, by mouse and by keyboard', async () => {
  const { page, problems } = await account.visit();
  const path = `/explore?${new URLSearchParams({ every: '"day"', by: '[]', measures: '["revenue"]', window: '7d', zone: 'UTC' })}`;
  await open(page, { path });
  const chart = page.getByRole('slider', { name: 'Revenue by day' });
  const dayOf = (at: string) => at.slice(0, 10);
  const [newest = ''] = revenues
    .map(({ recordedAt }) => recordedAt)
    .toSorted()
    .toReversed()
    .map(dayOf);
  const expected = sum(
    revenues.filter(({ recordedAt }) => dayOf(recordedAt) === newest).map(({ amount }) => amount),
  );
  const isDayOfBar = async () => {
    await page.waitForURL(/\/records\?/);
    const { searchParams } = new URL(page.url());
    expect(searchParams.get('from')).toBe(newest);
    await expect.poll(() => heading(page).textContent()).toMatch(/^Revenue \$/);
    expect(await sumOfRows(page, 'Revenues', 'Amount')).toBe(expected);
    expect(amountIn((await heading(page).textContent()) ?? '')).toBe(expected);
  };
  const daysBack = Math.round((Date.parse(dayOf(new Date().toISOString())) - Date.parse(newest)) / DAY);
  await chart.focus();
  await chart.press('End');
  for (let day = 0; day < daysBack; day += 1) await chart.press('ArrowLeft');
  await chart.press('Enter');
  await isDayOfBar();
  await page.goBack();
  await settled(page);
  await page.locator('[data-bar]').last().click();
  await isDayOfBar();
  expect(problems).toEqual([]);
});

test('a cell of Explore leads to its records with both sides of the formula, conditions and CSV', async () => {
  const { page, problems } = await account.visit();
  const desk = <Row extends { agentKey: string }>(rows: readonly Row[]) =>
    rows.filter(({ agentKey }) => agentKey === 'desk');
  const revenue = sum(desk(revenues).map(({ amount }) => amount));
  const cost = sum(desk(events).map(({ cost }) => cost));
  await open(page, { path: '/explore?window=7d' });
  const row = page
    .getByRole('table', { name: 'Answer' })
    .getByRole('row')
    .filter({ hasText: 'Support desk' });
  const margin = row.locator('[data-figure]').nth(2).getByRole('link');
  await margin.press('Enter');
  const removal = page.getByRole('button', { name: 'Remove condition: Agent is Support desk' });
  await removal.waitFor();
  await settled(page);
  expect(amountIn((await heading(page).textContent()) ?? '')).toBe(revenue - cost);
  expect(amountIn((await page.getByRole('link', { name: /^revenue/ }).textContent()) ?? '')).toBe(revenue);
  expect(amountIn((await page.getByRole('link', { name: /^cost/ }).textContent()) ?? '')).toBe(cost);
  expect(await sumOfRows(page, 'Revenues', 'Amount')).toBe(revenue);
  const tabs = page.getByRole('tab');
  expect((await tabs.allTextContents()).map((text) => text.replace(/\$.*/, ''))).toEqual([
    'Revenues18',
    'Events',
  ]);
  expect((await tabs.allTextContents()).map(amountIn)).toEqual([revenue, cost]);

  await page.getByRole('tab', { name: /^Events/ }).click();
  await page.waitForURL(/kind=events/);
  await page.getByRole('table', { name: 'Events' }).waitFor();
  expect(await sumOfRows(page, 'Events', 'Cost')).toBe(cost);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  const [names = '', ...lines] = (await buffer(await download.createReadStream()))
    .toString()
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n');
  const field = (line: string, name: string) => line.split(',')[names.split(',').indexOf(name)];
  expect(download.suggestedFilename()).toBe('margin-events.csv');
  expect(sum(lines.map((line) => field(line, 'cost')))).toBe(cost);
  expect(new Set(lines.map((line) => field(line, 'agentName')))).toEqual(new Set(['Support desk']));

  await removal.click();
  await page.getByRole('group', { name: 'Conditions' }).waitFor({ state: 'detached' });
  expect(await heading(page).evaluate((title) => title === document.activeElement)).toBe(true);
  await settled(page);
  expect(await sumOfRows(page, 'Events', 'Cost')).toBe(sum(events.map((each) => each.cost)));
  await page.goBack();
  await removal.waitFor();
  await page.getByRole('link', { name: /^cost/ }).click();
  await page.waitForURL(/measure=cost/);
  await expect.poll(async () => amountIn((await heading(page).textContent()) ?? '')).toBe(cost);
  expect(problems).toEqual([]);
});

test('every number has a page without faults: one with a formula, one of none, and one that no records make', async () => {
  const { page, problems } = await account.visit();
  const agent = JSON.stringify([{ dimension: 'agent', condition: 'in', values: ['desk'] }]);
  await open(page, {
    path: `/records?${new URLSearchParams({ measure: 'margin', where: agent, window: '7d' })}`,
  });
  const faults = await faultsOfLooks(page, 'proof');
  await resetLook(page);
  await page.goto('/records?measure=goals');
  await page.getByText('No matching goals').waitFor();
  await page.goto('/records?measure=sessions&window=7d');
  await expect.poll(() => heading(page).textContent()).toBe('Sessions 9');
  await page.getByRole('link', { name: 'Group by session in Explore' }).click();
  await page.getByRole('table', { name: 'Answer' }).getByRole('cell', { name: 's-3' }).waitFor();
  expect(faults).toEqual([]);
  expect(problems).toEqual([]);
});

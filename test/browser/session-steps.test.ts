// @module-tag Chromium
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { faultsOfLooks, resetLook } from './support/axe.ts';
import { useAccount, useDashboard } from './support/dashboard.ts';
import { open } from './support/settled.ts';

const dashboard = useDashboard();
const COUNT = 300;
const START = Date.UTC(2026, 0, 1, 10);
const at = (second: number) => new Date(START + second * 1000).toISOString();
/** A key with a letter that some proxies refuse in a path. */
const KEY = 'run/300';

/** Sessions of the shared account: one with 300 records, of which one is voided in addition, and two small ones. */
const account = useAccount(dashboard, async ({ api }) => {
  const about = { sessionKey: KEY, agentKey: 'researcher', customerKey: 'acme' };
  await api.agents.create.mutate({ key: 'researcher', name: 'Researcher' });
  const calls = Array.from({ length: COUNT - 4 }, (_, index) => ({
    type: 'llm.call',
    name: `turn ${index}.`,
    model: 'gpt-5',
    cost: '0.012500001',
    inputTokens: 1200,
    outputTokens: 80,
    occurredAt: at(index),
    durationMs: 500,
    ...about,
  }));
  // In another order than that of their times.
  await api.events.recordBatch.mutate(calls.toReversed());
  await api.events.record.mutate({
    type: 'tool.call',
    toolKey: 'crm',
    isError: true,
    occurredAt: at(1.5),
    metadata: { error: { message: 'no such order' }, order: { items: ['a-1', 'b-2'] } },
    ...about,
  });
  await api.goals.record.mutate({ goalKey: 'resolved', achievedAt: at(2.5), ...about });
  await api.outcomes.record.mutate({ value: '3.5', generatedAt: at(3.5), ...about });
  await api.revenues.record.mutate({ amount: '99.90', recordedAt: at(86_400 * 31), ...about });
  const { id } = await api.events.record.mutate({ type: 'llm.call', cost: '7', occurredAt: at(4), ...about });
  await api.events.correct.mutate({ id, action: 'void', reason: 'test' });
  await api.events.record.mutate({ type: 'llm.call', sessionKey: 'small-1', agentKey: 'writer', cost: '1' });
  await api.events.record.mutate({ type: 'tool.call', sessionKey: 'small-2', toolKey: 'crm', isError: true });
});

const path = `/sessions/~${Buffer.from(KEY).toString('base64url')}`;
const steps = (page: Page) => page.getByRole('table', { name: 'Steps' }).locator('tbody tr');
const resultOf = (page: Page) => page.getByLabel('Result').textContent();

test('a session of 300 records is read to its end, with its running cost and its totals', async () => {
  const { page, problems } = await account.visit();
  await open(page, { path, heading: KEY });
  await expect.poll(() => steps(page).count()).toBe(200);
  const totals =
    'Cost$3.700000296Revenue$99.90Margin$96.199999704Value$3.50Duration4 min 55 secEvents297Errors1Goals1Tokens355,200 in, 23,680 out';
  expect(await resultOf(page)).toBe(totals);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => steps(page).count()).toBe(COUNT);
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  expect(await resultOf(page)).toBe(totals);

  const rows = await steps(page).allTextContents();
  const turns = rows.flatMap((row) => /turn (\d+)\./.exec(row)?.[1] ?? []);
  expect(turns).toEqual(Array.from({ length: COUNT - 4 }, (_, index) => String(index)));
  // The n-th call makes it n times 0.012500001, to the last decimal.
  const running = rows.filter((row) => row.includes('turn')).map((row) => /\$([\d.]+)$/.exec(row)?.[1]);
  expect(running[0]).toBe('0.012500001');
  expect(running[199]).toBe('2.5000002');
  expect(running.at(-1)).toBe('3.700000296');
  expect(rows[0]).toMatch(/^\+0 ms.*gpt-5.*1,200 → 80/);
  expect(rows[2]).toMatch(/tool\.call.*crm.*Failed: no such order/);
  expect(rows[4]).toMatch(/^\+2\.5 sec.*Goal.*resolved/);
  expect(rows.at(-1)).toMatch(/^\+31 days.*Revenue.*\$99\.90 from Manual/);
  expect(problems).toEqual([]);
});

test('a step opens by mouse and keyboard, and Back closes it', async () => {
  const { page, problems } = await account.visit();
  await open(page, { path, heading: KEY });
  const details = page.getByRole('dialog');
  const failed = steps(page).filter({ hasText: 'no such order' });
  await failed.getByText('Metadata (2)').click();
  await failed.getByText('order.items').waitFor();
  expect(await failed.getByText('a-1, b-2').count()).toBe(1);
  expect(await details.count()).toBe(0);
  await failed.getByRole('button', { name: 'crm' }).press('Enter');
  await details.getByRole('heading', { name: 'Metadata' }).waitFor();
  await details.getByText('Yes: no such order').waitFor();
  await page.goBack();
  await details.waitFor({ state: 'hidden' });
  await steps(page).filter({ hasText: 'resolved' }).click();
  await details.getByText('Goal type').waitFor();
  await details.getByRole('link', { name: KEY }).waitFor();
  await page.keyboard.press('Escape');
  await details.waitFor({ state: 'hidden' });
  expect(problems).toEqual([]);
});

test('the list of sessions is filtered, keeps its filters in the address, and opens a session', async () => {
  const { page, problems } = await account.visit();
  await open(page, { path: '/sessions', heading: 'Sessions' });
  const keys = async () => {
    const links = page.getByRole('table', { name: 'Sessions' }).locator('a[href^="/sessions/"]');
    return links.allTextContents();
  };
  const filters = page.getByRole('search', { name: 'Filters' });
  await expect.poll(keys).toEqual(['small-2', 'small-1', KEY]);
  const row = page.getByRole('row').filter({ hasText: KEY });
  expect(await row.textContent()).toMatch(/Researcher.*acme.*4 min 55 sec\$3\.70\$99\.90\$96\.20110$/);

  await filters.getByLabel('Errors only').check();
  await expect.poll(keys).toEqual(['small-2', KEY]);
  await filters.getByLabel('Agent').fill('researcher');
  await page.keyboard.press('Enter');
  await expect.poll(keys).toEqual([KEY]);
  expect(await page.locator('input:focus').inputValue()).toBe('researcher');
  expect(page.url()).toMatch(/\?(?=.*errors=only)(?=.*agentKey=researcher)/);
  await filters.getByLabel('Session key').fill('RUN/');
  await page.waitForURL(/search=RUN/);
  await expect.poll(keys).toEqual([KEY]);
  await filters.getByLabel('Session key').fill('nothing');
  await page.getByText('No matching sessions').waitFor();
  await filters.getByRole('button', { name: 'Clear' }).click();
  await expect.poll(keys).toEqual(['small-2', 'small-1', KEY]);
  await page.goto('/sessions?window=yesterday');
  await page.getByText('No sessions in this period').waitFor();

  await page.goto('/sessions?toolKey=crm');
  await page.getByRole('link', { name: 'small-2' }).waitFor();
  await page.getByRole('row').filter({ hasText: KEY }).getByText('4 min 55 sec').click();
  await page.getByRole('heading', { level: 1, name: KEY }).waitFor();
  await page.goBack();
  await expect.poll(keys).toEqual(['small-2', KEY]);
  expect(await filters.getByLabel('Tool').inputValue()).toBe('crm');

  // A session lies outside of the period of a list of records, whose links lead to it nevertheless.
  await page.goto('/records/outcomes?from=2026-01-01&to=2026-01-01');
  await page.getByRole('table', { name: 'Outcomes' }).getByRole('link', { name: KEY }).click();
  await page.getByRole('heading', { level: 1, name: KEY }).waitFor();
  await expect.poll(() => steps(page).count()).toBe(200);
  await page.goto('/sessions/nobody');
  await page.getByRole('heading', { name: 'Session not found' }).waitFor();
  expect(problems).toEqual([]);
});

test('the pages of sessions have no fault, in light, dark and narrow', async () => {
  const { page, problems } = await account.visit();
  const faults: string[] = [];
  for (const each of [
    { path: '/sessions', heading: 'Sessions' },
    { path: '/sessions/small-2', heading: 'small-2' },
  ]) {
    await resetLook(page);
    await open(page, each);
    await page.getByRole('table').first().waitFor();
    faults.push(...(await faultsOfLooks(page, each.path)));
  }
  expect(faults).toEqual([]);
  expect(problems).toEqual([]);
});

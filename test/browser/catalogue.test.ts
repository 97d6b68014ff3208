// @module-tag Chromium
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Measure } from '../../apps/dashboard/src/measures/measures.ts';
import { readFilters, toWhere } from '../../apps/dashboard/src/where/filters.ts';
import { createAccount } from './support/account.ts';
import { bringAxe, faultsOf } from './support/axe.ts';
import { useAccount, useDashboard } from './support/dashboard.ts';
import { nanos } from './support/nanos.ts';
import { open, settled } from './support/settled.ts';

const dashboard = useDashboard();

test('a goal type is created, gets a value, and is edited, and bad metadata is refused with a reason', async () => {
  const { api, session } = await createAccount(dashboard.url);
  const { page, problems } = await dashboard.visit(session);
  await page.goto('/goal-types');
  await page.getByRole('button', { name: 'New goal type' }).click();
  await page.getByLabel('Key').fill('qualified/lead 1');
  await page.getByLabel('Value per achievement (USD)').fill('25.00');
  await page.getByLabel('Metadata').fill('{plan}');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('This is not valid JSON.').waitFor();
  await page.getByLabel('Metadata').fill('{"stage": 2}');
  await page.getByRole('button', { name: 'Save' }).click();
  // A key may contain any characters, also those that are special in a path.
  await page.getByRole('link', { name: 'qualified/lead 1' }).click();
  await page.getByRole('heading', { name: 'qualified/lead 1' }).waitFor();
  await api.goals.record.mutate({ goalKey: 'qualified/lead 1', sessionKey: 's-1' });

  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Qualified lead');
  await dialog.getByLabel('Description').fill('مساعد المبيعات: a description');
  // Longer than a line: the button must not move away from the pointer that presses it.
  const metadata = { stage: 2, note: 'm'.repeat(300) };
  await dialog.getByLabel('Metadata').fill(JSON.stringify(metadata));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Qualified lead', exact: true }).waitFor();
  await page.reload();
  await page
    .getByRole('group', { name: 'Value', exact: true })
    .getByText('$25.00', { exact: true })
    .waitFor();
  expect(await api.goalTypes.get.query({ key: 'qualified/lead 1' })).toMatchObject({
    name: 'Qualified lead',
    value: '25.00',
    metadata,
  });
  expect(problems).toEqual([]);
});

/** More than the groups of one answer. */
const AGENTS = 1_500;
const CUSTOMERS = 5_000;
const agentOf = (index: number) => `agent-${index % AGENTS}`;
const crowd = useAccount(dashboard, async ({ api }) => {
  const recordedAt = new Date().toISOString();
  const numbers = Array.from({ length: CUSTOMERS }, (_, index) => index);
  for (let at = 0; at < CUSTOMERS; at += 1000) {
    await api.revenues.recordBatch.mutate(
      numbers.slice(at, at + 1000).map((index) => ({
        amount: `${(index % AGENTS) + 1}.01`,
        recordedAt,
        agentKey: agentOf(index),
        customerKey: `customer-${index}`,
      })),
    );
  }
  await api.events.recordBatch.mutate([
    { type: 'call', cost: '2000.5', agentKey: agentOf(700), sessionKey: 'one' },
    { type: 'call', cost: '999.5', agentKey: agentOf(700), sessionKey: 'two', isError: true },
    { type: 'call', cost: '1', agentKey: agentOf(700), sessionKey: 'three' },
  ]);
  await api.customers.update.mutate({ key: 'customer-4321', name: 'Quokka Industries' });
  await api.customers.create.mutate({ key: 'silent', name: 'Silent Quokka' });
});

/** The exact figures of a column, as the page has them. */
const figuresOf = (rows: Locator, column: number) =>
  rows.evaluateAll(
    (all, at) =>
      all.map((row) => row.querySelectorAll('[data-figure]')[at]?.getAttribute('data-figure') ?? ''),
    column,
  );

test('the worst margin of 1,500 agents is first after one click, and the rows add up to the total', {
  timeout: 120_000,
}, async () => {
  const { api } = crowd.current;
  const { page, problems } = await crowd.visit();
  await open(page, { path: '/agents', heading: 'Agents' });
  const table = page.getByRole('table', { name: 'Agents' });
  const rows = table.locator('tbody tr');
  const names = table.locator('a[href^="/agents/"]');
  expect(await names.first().textContent()).toBe(agentOf(AGENTS - 1));
  const [total = '', ...each] = await figuresOf(rows, 0);
  expect(each.length).toBe(101);
  expect(each.reduce((sum, figure) => sum + nanos(figure), 0n)).toBe(nanos(total));
  const whole = await api.analytics.slice.query({
    window: { last: 30, unit: 'day' },
    totals: ['revenue'],
  });
  expect(total).toBe(whole.totals?.revenue);

  await page.getByRole('button', { name: 'Worst margin first' }).click();
  await expect.poll(() => names.first().textContent()).toBe(agentOf(700));
  expect(new URL(page.url()).searchParams.get('sort')).toBe('margin');
  await settled(page);
  const worst = await table.getByRole('row').nth(2).getByRole('cell').allTextContents();
  // Margin, change, cost, ROI, value, goals, cost per session and errors.
  expect(worst.slice(2)).toEqual([
    '-$897.97',
    '-$897.97',
    '$3,001.00',
    '-0.3×',
    '$0.00',
    '0',
    '$1,000.33',
    '1',
  ]);

  await page.getByRole('button', { name: 'Show more' }).click();
  await names.nth(199).waitFor();
  // Every figure leads to its records, and Back to the same rows.
  await table.getByRole('row').nth(2).getByRole('link', { name: '$3,001.00' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/records\?/);
  const { searchParams } = new URL(page.url());
  expect(searchParams.get('measure')).toBe('cost');
  expect(JSON.parse(searchParams.get('where') ?? '')).toEqual([
    { dimension: 'agent', condition: 'in', values: [agentOf(700)] },
  ]);
  await page.goBack();
  await names.nth(199).waitFor();
  expect(await names.first().textContent()).toBe(agentOf(700));

  const cost = page.getByRole('columnheader', { name: 'Cost', exact: true });
  await cost.getByRole('button').focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/sort=-cost/);
  await expect.poll(() => cost.getAttribute('aria-sort')).toBe('descending');

  // One click shows the largest fall.
  const margins = page.getByRole('columnheader', { name: 'Change', exact: true });
  await margins.getByRole('button').click();
  await page.waitForURL(/sort=change/);
  await expect.poll(() => margins.getAttribute('aria-sort')).toBe('ascending');
  await expect.poll(() => names.first().textContent()).toBe(agentOf(700));
  await margins.getByRole('button').press('Enter');
  await page.waitForURL(/sort=-change/);
  await expect.poll(() => names.first().textContent()).toBe(agentOf(AGENTS - 1));

  // The sums of a part of the agents that match would pass for those of all.
  const totalRow = table.getByRole('rowheader', { name: 'Total' });
  expect(await totalRow.count()).toBe(1);
  await page.getByRole('textbox', { name: 'Search agents' }).fill('agent');
  await page.getByText('More than 1,000 match. Type more to narrow them.').waitFor();
  expect(await totalRow.count()).toBe(0);
  expect(problems).toEqual([]);
});

test('a customer among 5,000 is found by a part of its key or name, with records or without', {
  timeout: 120_000,
}, async () => {
  const { page, problems } = await crowd.visit();
  await open(page, { path: '/customers', heading: 'Customers' });
  const names = page.getByRole('table', { name: 'Customers' }).locator('a[href^="/customers/"]');
  const search = page.getByRole('textbox', { name: 'Search customers' });
  await search.fill('R-4321');
  await expect.poll(() => names.allTextContents()).toEqual(['Quokka Industries']);
  await search.fill('quokka');
  await page.waitForURL(/search=quokka/);
  const idle = page.getByRole('region', { name: 'No records in this period' });
  await idle.getByRole('link', { name: 'Silent Quokka' }).waitFor();
  expect(await names.allTextContents()).toEqual(['Quokka Industries']);
  await settled(page);
  await bringAxe(page);
  expect(await faultsOf(page, 'found customers')).toEqual([]);
  await names.first().click();
  await page.getByRole('heading', { level: 1, name: 'Quokka Industries' }).waitFor();
  await page.goBack();
  await idle.getByRole('link', { name: 'Silent Quokka' }).waitFor();
  expect(await search.inputValue()).toBe('quokka');
  await search.fill('nobody');
  await page.getByText('No key or name contains “nobody”.').waitFor();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect.poll(() => names.count()).toBe(100);
  expect(problems).toEqual([]);
});

test('what changed the margin of an agent is ranked, and every figure of it has its proof', async () => {
  const { api, session } = await createAccount(dashboard.url);
  const { page, problems } = await dashboard.visit(session);
  const agentKey = 'scout';
  const [before, now] = ['2026-03-02T12:00:00Z', '2026-03-09T12:00:00Z'];
  await api.revenues.recordBatch.mutate([
    { amount: '100', recordedAt: before, agentKey, customerKey: 'acme' },
    { amount: '40.5', recordedAt: now, agentKey, customerKey: 'acme' },
    { amount: '30', recordedAt: now, agentKey, customerKey: 'newcomer' },
  ]);
  const call = { type: 'llm.call', agentKey };
  await api.events.recordBatch.mutate([
    { ...call, cost: '10', occurredAt: before, model: 'small' },
    { ...call, cost: '55.25', occurredAt: now, model: 'large' },
  ]);
  const window = { from: '2026-03-08', to: '2026-03-15' };
  await open(page, { path: `/agents/${agentKey}?window=custom&from=${window.from}&to=${window.to}` });
  const changes = page.getByRole('region', { name: 'What changed' });
  await changes.getByText('Margin fell from $90.00 to $15.25 (-$74.75).').waitFor();
  const effectsIn = async (name: string) => {
    const rows = changes.getByRole('table', { name }).locator('tbody tr');
    return (await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim());
  };
  expect(await effectsIn('Margin by customer')).toEqual([
    'acme -$59.50 $100.00 → $40.50',
    'No customer -$45.25 -$10.00 → -$55.25',
    'newcomer +$30.00 $0.00 → $30.00',
  ]);
  expect(await effectsIn('Cost by model')).toEqual([
    'large -$55.25 $0.00 → $55.25',
    'small +$10.00 $10.00 → $0.00',
  ]);
  const figures = await changes.locator('[data-figure]:has(a)').evaluateAll((all) =>
    all.map((figure) => ({
      value: figure.getAttribute('data-figure'),
      href: figure.querySelector('a')?.href ?? '',
    })),
  );
  expect(figures.length).toBe(9);
  for (const { value, href } of figures) {
    const { searchParams } = new URL(href);
    const measure = searchParams.get('measure') as Measure;
    const where = toWhere(readFilters(JSON.parse(searchParams.get('where') ?? '')));
    const { totals } = await api.analytics.slice.query({ window, where, totals: [measure] });
    expect(totals?.[measure], href).toBe(value);
  }

  await open(page, { path: `/agents/${agentKey}?window=custom&from=2026-05-01&to=2026-05-08` });
  await changes.getByText('Nothing changed.').waitFor();
  await open(page, { path: `/agents/${agentKey}?window=7d&compare=none` });
  await changes.getByText('Choose a comparison to see what changed.').waitFor();
  expect(problems).toEqual([]);
});

test('on a phone, the margin of each agent is in sight', async () => {
  const { api, session } = await createAccount(dashboard.url);
  const { page } = await dashboard.visit({ ...session, viewport: { width: 390, height: 860 } });
  await api.revenues.record.mutate({
    amount: '12345.67',
    recordedAt: new Date().toISOString(),
    agentKey: 'sales-assistant',
  });
  await page.goto('/agents');
  const row = page.getByRole('row', { name: /^sales-assistant/ });
  const margin = row.getByRole('cell', { name: '$12,345.67', exact: true }).nth(1);
  await margin.waitFor();
  const { x = 0, width = 0 } = (await margin.boundingBox()) ?? {};
  expect(x).toBeGreaterThan(0);
  expect(x + width).toBeLessThanOrEqual(390);
});

test('rows stay, marked as outdated, while figures of another period load', async () => {
  const { api, session } = await createAccount(dashboard.url);
  const { page, problems } = await dashboard.visit(session);
  await api.revenues.record.mutate({
    amount: '12',
    recordedAt: new Date().toISOString(),
    agentKey: 'scout',
  });
  await page.goto('/agents');
  const name = page.getByRole('link', { name: 'scout' });
  await name.focus();
  const awaited = Promise.withResolvers<void>();
  await page.route(/\/trpc\/analytics\.slice/, async (route) => {
    await awaited.promise;
    await route.continue();
  });
  await page.getByRole('combobox', { name: 'Date range' }).click();
  await page.getByRole('option', { name: 'Last 7 days' }).click();
  const old = page.locator('[data-old]');
  await old.getByRole('cell', { name: '$12.00' }).first().waitFor();
  expect(await name.count()).toBe(1);
  awaited.resolve();
  await expect.poll(() => old.count()).toBe(0);
  await page.getByRole('cell', { name: '$12.00' }).first().waitFor();
  expect(problems).toEqual([]);
});

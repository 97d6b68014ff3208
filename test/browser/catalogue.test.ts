// @module-tag Chromium
import { expect, test } from 'vitest';
import { createAccount } from './support/account.ts';
import { useDashboard } from './support/dashboard.ts';

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

/** A few more than the groups of one answer. */
const AGENTS = 1_010;

test('agents are sorted across all pages, and every row has its figures', async () => {
  const { api, session } = await createAccount(dashboard.url);
  const { page, problems } = await dashboard.visit(session);
  // The API lists the latest agents first, which have the smallest figures; keys have the maximum length.
  const keyOf = (index: number) => `${'k'.repeat(250)}${String(index).padStart(5, '0')}`;
  const revenues = Array.from({ length: AGENTS }, (_, index) => ({
    amount: String(AGENTS - index),
    recordedAt: new Date().toISOString(),
    agentKey: keyOf(index),
  }));
  for (let i = 0; i < AGENTS; i += 505) await api.revenues.recordBatch.mutate(revenues.slice(i, i + 505));
  await page.goto('/agents');
  const table = page.getByRole('table', { name: 'Agents' });
  const revenueOf = (index: number) =>
    table
      .getByRole('row', { name: keyOf(index) })
      .getByRole('cell')
      .nth(1)
      .textContent();
  const firstKey = () => table.getByRole('link').first().textContent();
  await expect.poll(() => revenueOf(0)).toBe('$1,010.00');
  expect(await firstKey()).toBe(keyOf(0));
  await page.getByRole('columnheader', { name: 'Revenue' }).getByRole('button').click();
  await expect.poll(() => firstKey()).toBe(keyOf(AGENTS - 1));
  expect(await revenueOf(AGENTS - 1)).toBe('$1.00');
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => revenueOf(AGENTS - 200)).toBe('$200.00');
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
  const margin = page.getByRole('cell', { name: '$12,345.67' }).nth(1);
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

// @module-tag Chromium
import { expect, test } from 'vitest';
import { createAccount } from './support/account.ts';
import { useDashboard } from './support/dashboard.ts';
import { nanos, sumOf } from './support/nanos.ts';

const dashboard = useDashboard();
const REVENUES = 400;

test('figures on screen equal the ledger after hundreds of revenues are recorded meanwhile', async () => {
  const { api, session } = await createAccount(dashboard.url);
  const { page, problems } = await dashboard.visit(session);
  await page.goto('/?window=7d');
  await page.getByRole('status').getByText('Live').waitFor();
  await page.getByRole('heading', { name: 'Record your first revenue' }).waitFor();

  // One by one and in batches, as services do, with amounts that floating point would round.
  const revenues = Array.from({ length: REVENUES }, (_, index) => ({
    amount: `${index % 97}.${String(index * 1_000_003)
      .padStart(9, '0')
      .slice(-9)}`,
    recordedAt: new Date(Date.now() - (index % 5) * 86_400_000).toISOString(),
    agentKey: `agent-${index % 3}`,
    customerKey: index % 4 === 0 ? null : `customer-${index % 20}`,
  }));
  const alone = revenues.slice(0, 100);
  for (let i = 0; i < alone.length; i += 20) {
    await Promise.all(alone.slice(i, i + 20).map((revenue) => api.revenues.record.mutate(revenue)));
  }
  for (let i = alone.length; i < REVENUES; i += 100) {
    await api.revenues.recordBatch.mutate(revenues.slice(i, i + 100));
  }
  await api.events.record.mutate({ type: 'llm.call', agentKey: 'agent-0', cost: '12.000000001' });

  const revenue = sumOf(revenues);
  const figure = (name: string) =>
    page.getByRole('group', { name, exact: true }).locator('[data-figure]').getAttribute('data-figure');
  await expect.poll(async () => nanos(await figure('Revenue'))).toBe(revenue);
  await expect.poll(() => figure('Cost')).toBe('12.000000001');
  expect(nanos(await figure('Margin'))).toBe(revenue - nanos('12.000000001'));

  const { items } = await api.revenues.list.query({ limit: REVENUES });
  expect(sumOf(items)).toBe(revenue);
  const shown = await page
    .getByRole('group', { name: 'Revenue', exact: true })
    .locator('[data-figure]')
    .textContent();
  // Shown to the cent, half a cent rounded up.
  expect(nanos(shown?.replace(/[$,]/g, ''))).toBe(((revenue + 5_000_000n) / 10_000_000n) * 10_000_000n);

  const agents = page.getByRole('table', { name: 'Agents earning most' }).getByRole('row');
  await expect.poll(() => agents.count()).toBe(4);
  await page.getByRole('button', { name: 'Live activity' }).click();
  await page.getByLabel('Live feed').getByText('llm.call').waitFor();
  expect(await page.getByRole('heading', { name: 'Record your first revenue' }).count()).toBe(0);
  expect(problems).toEqual([]);
});

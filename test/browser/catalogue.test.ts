import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { browserTest } from './support/chromium.ts';
import { useDashboard } from './support/dashboard.ts';
import { apiOf, mintKey, signUp } from './support/visitor.ts';

const dashboard = useDashboard();

browserTest(
  'a goal type is created, gets a value, and is edited; bad metadata is told in words',
  async () => {
    const visitor = await dashboard.visit();
    const { page, problems } = visitor;
    await signUp(visitor);
    const api = apiOf(dashboard.url, await mintKey(visitor));
    await page.goto('/goal-types');
    await page.getByRole('button', { name: 'New goal type' }).click();
    await page.getByLabel('Key').fill('qualified/lead 1');
    await page.getByLabel('Value of one').fill('25.00');
    await page.getByLabel('Metadata').fill('{plan}');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('This is not valid JSON.').waitFor();
    await page.getByLabel('Metadata').fill('{"stage": 2}');
    await page.getByRole('button', { name: 'Save' }).click();
    // A key may have any characters, also those that mean something in a path.
    await page.getByRole('link', { name: 'qualified/lead 1' }).click();
    await page.getByRole('heading', { name: 'qualified/lead 1' }).waitFor();
    await api.goals.record.mutate({ goalKey: 'qualified/lead 1', sessionKey: 's-1' });

    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Name').fill('Qualified lead');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Qualified lead', exact: true }).waitFor();
    await page.reload();
    await page
      .getByRole('group', { name: 'Value', exact: true })
      .getByText('$25.00', { exact: true })
      .waitFor();
    expect(await api.goalTypes.get.query({ key: 'qualified/lead 1' })).toMatchObject({
      name: 'Qualified lead',
      value: '25.00',
      metadata: { stage: 2 },
    });
    expect(problems).toEqual([]);
  },
);

browserTest('records are filtered, paged, opened, and saved as CSV', async () => {
  const visitor = await dashboard.visit();
  const { page, problems } = visitor;
  await signUp(visitor);
  const api = apiOf(dashboard.url, await mintKey(visitor));
  const revenues = Array.from({ length: 120 }, (_, index) => ({
    amount: `${index}.123456789`,
    recordedAt: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
    agentKey: index % 2 ? 'odd' : 'even',
    description: 'has "quotes", commas',
  }));
  await api.revenues.recordBatch.mutate(revenues);
  await page.goto('/records/revenues');
  const rows = page.getByRole('table', { name: 'Revenues' }).locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(50);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => rows.count()).toBe(100);
  await page.getByLabel('Agent', { exact: true }).fill('odd');
  await page.getByLabel('First day').fill('2026-01-01');
  await page.waitForURL(/agentKey=odd.*from=2026-01-01/);
  await expect.poll(() => rows.count()).toBe(50);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => rows.count()).toBe(60);

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const csv = await readFile(await (await downloading).path(), 'utf8');
  expect(csv.trimEnd().split('\r\n')).toHaveLength(61);
  expect(csv).toContain('119.123456789');
  expect(csv).toContain('"has ""quotes"", commas"');

  await page
    .getByRole('button', { name: /^Details of/ })
    .first()
    .press('Enter');
  const details = page.getByRole('dialog');
  await details.getByText('$119.123456789').waitFor();
  await details.getByRole('link', { name: 'odd' }).click();
  await page.getByRole('heading', { level: 1, name: 'odd' }).waitFor();
  expect(problems).toEqual([]);
});

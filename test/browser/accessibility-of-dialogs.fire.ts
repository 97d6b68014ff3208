// @module-tag Chromium
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { faultsOfLooks, resetLook } from './support/axe.ts';
import { useAccount, useDashboard } from './support/dashboard.ts';
import { recordPrices } from './support/prices.ts';
import { report } from './support/report.ts';

const dashboard = useDashboard();
const account = useAccount(dashboard, async ({ api }) => {
  await api.agents.create.mutate({ key: 'sales-assistant', name: 'Sales assistant' });
  await api.revenues.record.mutate({
    amount: '149.99',
    recordedAt: new Date().toISOString(),
    agentKey: 'sales-assistant',
    customerKey: 'northwind-labs',
  });
  await api.reports.save.mutate(report);
  await recordPrices(api);
});

test('no dialog has a fault, in light, dark and narrow', async () => {
  const { page, problems } = await account.visit();
  const faults: string[] = [];
  for (const [name, show] of Object.entries(dialogs)) {
    await resetLook(page);
    await show(page);
    faults.push(...(await faultsOfLooks(page, name)));
  }
  expect(faults).toEqual([]);
  expect(problems).toEqual([]);
}, 240_000);

const dialogs: Record<string, (page: Page) => Promise<void>> = {
  'generate key': async (page) => {
    await page.goto('/settings/api-keys');
    await page.getByRole('button', { name: 'Generate API key' }).click();
    await page.getByRole('dialog').waitFor();
  },
  'key shown once': async (page) => {
    await page.getByLabel('Name').fill('Seen by axe');
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Example call', { exact: true }).waitFor();
  },
  'record details': async (page) => {
    await page.goto('/records/revenues');
    await page
      .getByRole('button', { name: /^Details of/ })
      .first()
      .click();
    await page.getByRole('dialog').getByText('Recorded at').waitFor();
  },
  'amend a record': async (page) => {
    await page.getByRole('dialog').getByRole('button', { name: 'Amend' }).click();
    await page.getByRole('dialog', { name: 'Amend this revenue' }).getByLabel('Reason').waitFor();
  },
  'refund a record': async (page) => {
    await page.reload();
    const details = page.getByRole('dialog', { name: 'Revenue', exact: true });
    await details.getByRole('button', { name: 'Refund' }).click();
    const form = page.getByRole('dialog', { name: 'Refund this revenue' });
    await form.getByLabel('Amount (USD)').fill('50');
    await form.getByText('$149.99 of $149.99 remains.').waitFor();
  },
  'a refunded record': async (page) => {
    await page.getByRole('button', { name: 'Refund $50.00' }).click();
    await page.getByRole('region', { name: 'Refunds' }).waitFor();
    await page.getByRole('dialog', { name: 'Refund this revenue' }).waitFor({ state: 'detached' });
  },
  'edit agent': async (page) => {
    await page.goto('/agents/sales-assistant');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByLabel('Metadata').waitFor();
  },
  'a refused form': async (page) => {
    await page.goto('/settings/account');
    await page.getByLabel('Current password').fill('not my password');
    await page.getByLabel('New password').fill('something else');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByRole('alert').waitFor();
  },
  filters: async (page) => {
    await page.goto('/explore');
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByRole('combobox', { name: 'Values of filter 1' }).waitFor();
  },
  'a document': async (page) => {
    await page.goto('/views');
    await page.getByRole('button', { name: report.name, exact: true }).click();
    await page.getByRole('table', { name: 'Answer of the view' }).waitFor();
  },
  'a view to rename': async (page) => {
    await page.goto('/views');
    await page.getByRole('button', { name: `Rename ${report.name}` }).click();
    await page.getByRole('textbox', { name: 'Name' }).waitFor();
  },
  'a view that would be replaced': async (page) => {
    await page.goto('/explore');
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill(report.name);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Replace' }).waitFor();
  },
  'a refused price with long requests': async (page) => {
    await page.goto('/prices');
    await page.getByRole('button', { name: 'New price' }).click();
    await page.getByRole('button', { name: 'Prices of long requests' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Enter the name of a model.').waitFor();
  },
  'a repricing': async (page) => {
    await page.goto('/prices');
    await page.getByRole('button', { name: /^Reprice past events of/ }).click();
    await page.getByText('Events that change').waitFor();
  },
  'days of a custom window': async (page) => {
    await page.goto('/?window=custom&from=2026-01-01&to=2026-02-01');
    await page.getByRole('button', { name: 'Jan 1, 2026 – Jan 31, 2026' }).click();
    await page.getByRole('button', { name: 'Next month' }).waitFor();
  },
};

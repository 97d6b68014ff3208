// @module-tag Chromium
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Account, createAccount } from './support/account.ts';
import { useDashboard } from './support/dashboard.ts';

const dashboard = useDashboard();

const sale = {
  amount: '30.00',
  recordedAt: '2026-01-15T10:30:00Z',
  agentKey: 'scout',
  description: 'Order 1001',
};

/** The parts of the page that refunds are made with. */
function parts(page: Page) {
  const original = page.getByRole('dialog', { name: 'Revenue', exact: true });
  return {
    original,
    refund: page.getByRole('dialog', { name: 'Refund', exact: true }),
    form: page.getByRole('dialog', { name: 'Refund this revenue' }),
    refunds: original.getByRole('region', { name: 'Refunds' }),
    openForm: () => original.getByRole('button', { name: 'Refund', exact: true }).click(),
  };
}

const submit = (form: Locator) => form.getByRole('button', { name: /^Refund/ });
const hasFocus = (element: Locator) => element.evaluate((one) => one === document.activeElement);
const amountsOf = async ({ api }: Account, refundOf: string) =>
  (await api.revenues.list.query({ refundOf })).items.map(({ amount }) => amount);

test('a revenue is refunded in part and then whole', async () => {
  const account = await createAccount(dashboard.url);
  const { api, session } = account;
  const { id } = await api.revenues.record.mutate(sale);
  const { page, problems } = await dashboard.visit(session);
  const { original, refund, form, refunds, openForm } = parts(page);
  await page.goto(`/records/revenues?id=${id}`);

  await openForm();
  await form.getByText('$30.00 of $30.00 remains. Leave empty to refund all of it.').waitFor();
  await expect.poll(() => hasFocus(form.getByLabel('Amount (USD)'))).toBe(true);
  // Escape closes the dialog alone, and the focus returns to the button.
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  await expect.poll(() => hasFocus(original.getByRole('button', { name: 'Refund' }))).toBe(true);

  await openForm();
  await form.getByLabel('Amount (USD)').fill('-5');
  await submit(form).click();
  await form.getByText('Enter an amount above zero, e.g. 25.00.').waitFor();
  await form.getByLabel('Amount (USD)').fill('30.01');
  await form.getByLabel('Paid back at').fill('2026-01-20T08:00');
  await form.getByLabel('Description').fill('One of two seats');
  await submit(form).click();
  await form.getByText('Amount is more than what remains to be refunded, which is 30.').waitFor();
  await form.getByLabel('Amount (USD)').fill('12.50');
  await form.getByRole('button', { name: 'Refund $12.50' }).click();
  await form.waitFor({ state: 'detached' });
  await refunds.getByText('$17.50 of $30.00 remains.').waitFor();
  await refunds.getByText('One of two seats').waitFor();
  expect((await api.revenues.list.query({ refundOf: id })).items).toMatchObject([
    {
      amount: '-12.50',
      recordedAt: '2026-01-20T08:00:00.000Z',
      description: 'One of two seats',
      agentKey: 'scout',
    },
  ]);

  // Each opens the other, and a refund cannot be refunded.
  await refunds.getByRole('link', { name: '$12.50' }).press('Enter');
  await refund.getByText('-$12.50').waitFor();
  await expect.poll(() => refund.evaluate((one) => one.contains(document.activeElement))).toBe(true);
  expect(await refund.getByRole('button', { name: 'Refund' }).count()).toBe(0);
  await refund.getByRole('link', { name: '$30.00, Jan 15, 2026, 10:30 AM' }).click();
  await refunds.getByText('$17.50 of $30.00 remains.').waitFor();

  await openForm();
  await form.getByRole('button', { name: 'Refund $17.50' }).click();
  await refunds.getByText('All of $30.00 is refunded.').waitFor();
  await form.waitFor({ state: 'detached' });
  const button = original.getByRole('button', { name: 'Refund' });
  expect(await button.getAttribute('aria-disabled')).toBe('true');
  await expect.poll(() => hasFocus(button)).toBe(true);
  await page.keyboard.press('Escape');
  const rows = page.getByRole('table', { name: 'Revenues' }).locator('tbody tr');
  await expect.poll(() => rows.filter({ hasText: 'Refund' }).count()).toBe(2);
  await expect.poll(() => rows.count()).toBe(3);
  expect(await amountsOf(account, id)).toEqual(['-17.50', '-12.50']);
  expect(problems).toEqual([]);
});

test('a refund whose answer was lost is sent again and recorded once', async () => {
  const account = await createAccount(dashboard.url);
  const { id } = await account.api.revenues.record.mutate(sale);
  const { page } = await dashboard.visit(account.session);
  const { form, refunds, openForm } = parts(page);
  let isLost = true;
  await page.route('**/trpc/revenues.refund', async (route) => {
    if (!isLost) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await page.goto(`/records/revenues?id=${id}`);
  await openForm();
  await form.getByLabel('Amount (USD)').fill('10');
  await submit(form).click();
  await form.getByText("Couldn't reach the server.").waitFor();
  isLost = false;
  // With another amount it would be a second refund.
  await form.getByLabel('Amount (USD)').fill('11');
  await submit(form).click();
  await form.getByText('This form has recorded a refund with other values already.').waitFor();
  await form.getByLabel('Amount (USD)').fill('10');
  await submit(form).click();
  await form.waitFor({ state: 'detached' });
  await refunds.getByText('$20.00 of $30.00 remains.').waitFor();
  expect(await amountsOf(account, id)).toEqual(['-10']);
});

test('a refund is amended and voided, which lets its original be voided', async () => {
  const { api, session } = await createAccount(dashboard.url);
  const { id } = await api.revenues.record.mutate(sale);
  const paidBack = await api.revenues.refund.mutate({ id, amount: '20', recordedAt: '2026-01-20T08:00:00Z' });
  const { page, problems } = await dashboard.visit(session);
  const { original, refund, refunds } = parts(page);
  await page.goto(`/records/revenues?id=${id}`);

  await original.getByRole('button', { name: 'Void' }).click();
  const voiding = page.getByRole('dialog', { name: 'Void this revenue' });
  await voiding.getByLabel('Reason').fill('No sale');
  await voiding.getByRole('button', { name: 'Void' }).click();
  await voiding
    .getByText('This revenue cannot be voided, because 20 are refunded; void the refunds first.')
    .waitFor();
  await page.keyboard.press('Escape');
  await original.getByRole('button', { name: 'Amend' }).click();
  const amending = page.getByRole('dialog', { name: 'Amend this revenue' });
  await amending.getByLabel('Amount (USD)').fill('19.99');
  await amending.getByLabel('Reason').fill('A typo');
  await amending.getByRole('button', { name: 'Amend' }).click();
  await amending.getByText('Amount cannot be below 20, which are refunded.').waitFor();
  await page.keyboard.press('Escape');

  await refunds.getByRole('link', { name: '$20.00' }).click();
  await refund.getByRole('button', { name: 'Amend' }).click();
  const form = page.getByRole('dialog', { name: 'Amend this refund' });
  await expect.poll(() => form.getByRole('textbox').count()).toBe(4);
  expect(await form.getByLabel('Amount (USD)').inputValue()).toBe('20');
  await form.getByLabel('Amount (USD)').fill('31');
  await form.getByLabel('Reason').fill('One seat more');
  await form.getByRole('button', { name: 'Amend' }).click();
  await form.getByText('Amount would refund more than what remains to be refunded, which is 10.').waitFor();
  await form.getByLabel('Amount (USD)').fill('25');
  await form.getByRole('button', { name: 'Amend' }).click();
  await refund.getByText('Amount: -$20.00 → -$25.00').waitFor();
  await refund.getByText(/, by you$/).waitFor();
  await api.revenues.correct.mutate({ id: paidBack.id, action: 'void', reason: 'Not paid back' });
  await page.reload();
  await refund.getByText(/, by the API key “Production”$/).waitFor();

  await page.goBack();
  await refunds.getByText('Voided').waitFor();
  await refunds.getByText('$30.00 of $30.00 remains.').waitFor();
  await original.getByRole('button', { name: 'Void' }).click();
  await voiding.getByLabel('Reason').fill('No sale');
  await voiding.getByRole('button', { name: 'Void' }).click();
  await original.getByText('Voided: this record counts in no figure.').waitFor();
  expect(await original.getByRole('button', { name: 'Refund' }).count()).toBe(0);
  expect(problems).toEqual([]);
});

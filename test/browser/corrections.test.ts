// @module-tag Chromium
import { expect, test } from 'vitest';
import { createAccount } from './support/account.ts';
import { useDashboard } from './support/dashboard.ts';

const dashboard = useDashboard();

test('a record is amended, voided, found among the voided ones and restored', async () => {
  const { api, session } = await createAccount(dashboard.url);
  const { page, problems } = await dashboard.visit(session);
  const record = await api.revenues.record.mutate({
    amount: '25.00',
    recordedAt: '2026-01-01T12:00:00Z',
    agentKey: 'scout',
    description: 'Invoice 7',
  });
  const details = page.getByRole('dialog', { name: 'Revenue', exact: true });
  const rows = page.getByRole('table', { name: 'Revenues' }).locator('tbody tr');
  /** Takes the dialog of an action with a reason. */
  const correct = async (
    action: 'Amend' | 'Void' | 'Restore',
    reason: string,
    change?: () => Promise<void>,
  ) => {
    await details.getByRole('button', { name: action, exact: true }).click();
    const form = page.getByRole('dialog', { name: `${action} this revenue` });
    await change?.();
    await form.getByLabel('Reason').fill(reason);
    await form.getByRole('button', { name: action, exact: true }).click();
    await form.waitFor({ state: 'detached' });
  };

  await page.goto('/records/revenues');
  await page
    .getByRole('button', { name: /^Details of/ })
    .first()
    .click();
  await details.getByRole('button', { name: 'Amend' }).click();
  const form = page.getByRole('dialog', { name: 'Amend this revenue' });
  // Nothing to amend yet.
  expect(await form.getByRole('button', { name: 'Amend' }).isDisabled()).toBe(true);
  // Escape closes the dialog alone.
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  await details.getByRole('button', { name: 'Amend' }).click();
  await expect
    .poll(() => form.getByLabel('Amount (USD)').evaluate((one) => one === document.activeElement))
    .toBe(true);
  await form.getByLabel('Amount (USD)').fill('twenty');
  await form.getByRole('button', { name: 'Amend' }).click();
  await form.getByText('Enter an amount, e.g. 25.00.').waitFor();
  await form.getByText('Enter a reason.').waitFor();
  await form.getByLabel('Amount (USD)').fill('20');
  await form.getByLabel('Description').fill('');
  await form.getByLabel('Reason').fill('A typo');
  await form.getByRole('button', { name: 'Amend' }).click();
  await details.getByText('Amended (version 2)').waitFor();
  await details.getByText('A typo').waitFor();
  await details.getByText('Amount: $25.00 → $20.00').waitFor();
  await details.getByText(/^Description: Invoice 7 → /).waitFor();
  expect(await api.revenues.get.query({ id: record.id })).toMatchObject({
    amount: '20',
    description: null,
    agentKey: 'scout',
    version: 2,
  });

  await correct('Void', 'Recorded twice');
  await details.getByText('Voided: this record counts in no figure.').waitFor();
  await details.getByText('Voided (version 3)').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('No revenues yet').waitFor();
  await page.getByRole('search').getByLabel('Voided').check();
  await page.waitForURL(/status=voided/);
  await expect.poll(() => rows.count()).toBe(1);
  await page.reload();
  await expect.poll(() => rows.count()).toBe(1);

  await page
    .getByRole('button', { name: /^Details of/ })
    .first()
    .click();
  await correct('Restore', 'It was right');
  await details.getByText('Restored (version 4)').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('No matching revenues').waitFor();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect.poll(() => rows.count()).toBe(1);
  expect(problems).toEqual([]);
});

test('a correction of a version that is not the newest says so', async () => {
  const { api, session } = await createAccount(dashboard.url);
  const { page } = await dashboard.visit(session);
  const record = await api.events.record.mutate({ type: 'call', inputTokens: 12 });
  await page.goto(`/records/events?id=${record.id}`);
  const details = page.getByRole('dialog', { name: 'Event', exact: true });
  await details.getByRole('button', { name: 'Void' }).click();
  await api.events.correct.mutate({
    id: record.id,
    action: 'amend',
    changes: { inputTokens: 13 },
    reason: 'a second person',
  });
  const form = page.getByRole('dialog', { name: 'Void this event' });
  await form.getByLabel('Reason').fill('mine');
  await form.getByRole('button', { name: 'Void' }).click();
  await form.getByText('This record was corrected meanwhile.').waitFor();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await details.getByText('Input tokens: 12 → 13').waitFor();
  expect(await api.events.get.query({ id: record.id })).toMatchObject({ status: 'active', version: 2 });
});

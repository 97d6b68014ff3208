// @module-tag Chromium
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { createAccount } from './support/account.ts';
import { useDashboard } from './support/dashboard.ts';

const dashboard = useDashboard();

const DAY = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString();

const call = {
  type: 'llm.call',
  agentKey: 'scout',
  provider: 'azure',
  model: 'our-deployment',
  inputTokens: 1_000,
  outputTokens: 200,
};

const hasFocus = (element: Locator) => element.evaluate((one) => one === document.activeElement);

test('an unpriced model gets a price, its past calls are repriced, and the run is reverted', async () => {
  const { api, session } = await createAccount(dashboard.url);
  const first = await api.events.record.mutate({ ...call, occurredAt: daysAgo(3), cacheReadTokens: 800 });
  await api.events.recordBatch.mutate([
    { ...call, occurredAt: daysAgo(2) },
    { ...call, occurredAt: daysAgo(2), cost: '7' },
    { ...call, provider: 'ollama', model: 'llama', occurredAt: daysAgo(1) },
    { ...call, provider: 'openai', model: 'gpt-4.1-mini', occurredAt: daysAgo(1) },
  ]);
  const { page, problems } = await dashboard.visit(session);
  await page.goto('/');
  await page.getByText('3 calls of models without a price are not in the cost.').waitFor();
  await page.getByRole('link', { name: 'Set prices' }).click();
  const unpriced = page.getByRole('table', { name: 'Models without a price' }).locator('tbody tr');
  await expect
    .poll(() => unpriced.allTextContents())
    .toEqual(['our-deploymentazure22,400Set price', 'llamaollama11,200Set price']);
  await page.getByText('You have no prices of your own yet.').waitFor();

  const opener = page.getByRole('button', { name: 'Set price of our-deployment at azure' });
  const form = page.getByRole('dialog', { name: 'New price' });
  await opener.click();
  await expect.poll(() => hasFocus(form.getByLabel('Input', { exact: true }))).toBe(true);
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  await expect.poll(() => hasFocus(opener)).toBe(true);

  await opener.click();
  expect(await form.getByLabel('Model').inputValue()).toBe('our-deployment');
  expect(await form.getByLabel('Provider').inputValue()).toBe('azure');
  await form.getByLabel('Input', { exact: true }).fill('2.00');
  await form.getByLabel('Cache reads').fill('0.5');
  await form.getByLabel('Output', { exact: true }).fill('10');
  await form.getByRole('button', { name: 'Save' }).click();

  const repricing = page.getByRole('dialog', { name: 'Reprice past events' });
  const figures = () => repricing.locator('dd').allTextContents();
  // 200 and 800 cached of the first, 1,000 of the second, and 200 of output of each.
  await expect.poll(figures).toEqual(['2', '2', '$0.00', '$0.0068']);
  await repricing.getByRole('button', { name: 'Reprice 2 events' }).click();
  await repricing.getByText('Repriced 2 events.').waitFor();
  expect(await api.events.get.query({ id: first.id })).toMatchObject({ cost: '0.0028', version: 2 });
  await expect.poll(() => unpriced.count()).toBe(1);
  await repricing.getByRole('button', { name: 'Revert' }).click();
  await repricing.getByText('Reverted 2 events.').waitFor();
  expect(await figures()).toEqual(['2', '0', '$0.0068', '$0.00']);
  await repricing.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => unpriced.count()).toBe(2);
  expect(problems).toEqual([]);
});

test('the details of a call tell its tokens by kind, and its cost before and after a repricing', async () => {
  const { api, session } = await createAccount(dashboard.url);
  const { id } = await api.events.record.mutate({
    ...{ ...call, occurredAt: daysAgo(40), cacheReadTokens: 800, reasoningTokens: 50 },
    ...{ serviceTier: 'flex', durationMs: 1_850, isError: false },
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  });
  await api.prices.create.mutate({ model: 'our-*', effectiveFrom: daysAgo(50), input: '2', output: '10' });
  const { page, problems } = await dashboard.visit(session);
  await page.goto(`/records/events?id=${id}`);
  const details = page.getByRole('dialog', { name: 'Event', exact: true });
  /** Label and value of each field. */
  const fields = async () => {
    const [labels, values] = await Promise.all(
      ['dt', 'dd'].map((tag) => details.locator(tag).allTextContents()),
    );
    return Object.fromEntries((labels ?? []).map((label, index) => [label, values?.[index]]));
  };
  await details.getByText('Unpriced: no price applies to the model.').waitFor();
  const shown = await fields();
  expect(shown).toMatchObject({
    ...{ Cost: '–', 'Computed cost': '–', 'Input tokens': '1,000', 'Cache read tokens': '800' },
    ...{ 'Output tokens': '200', 'Reasoning tokens': '50', 'Service tier': 'flex', Duration: '1.85 sec' },
    ...{ Failed: 'No', 'Trace ID': '4bf92f3577b34da6a3ce929d0e0e4736', 'Span ID': '–' },
  });
  // A part that is not known is left out.
  expect(shown).not.toHaveProperty('Cache write tokens');

  await details.getByRole('link', { name: 'Set a price' }).click();
  await page.getByRole('button', { name: 'Reprice past events of our-*' }).click();
  const repricing = page.getByRole('dialog', { name: 'Reprice past events' });
  await repricing.getByLabel('From').fill(daysAgo(39).slice(0, 10));
  await repricing.getByText('The cost of no event would change.').waitFor();
  await repricing.getByLabel('From').fill(daysAgo(40).slice(0, 10));
  await repricing.getByRole('button', { name: 'Reprice 1 event' }).click();
  await repricing.getByText('Repriced 1 event.').waitFor();
  await repricing.getByRole('button', { name: 'Done' }).click();
  await repricing.waitFor({ state: 'detached' });
  await page.goBack();
  await details.getByText('Computed from the price book').waitFor();
  expect(await fields()).toMatchObject({ Cost: '$0.004', 'Computed cost': '$0.004' });
  expect(problems).toEqual([]);
});

test('a repricing that is too large for a dry run can begin nevertheless', async () => {
  const { api, session } = await createAccount(dashboard.url);
  await api.prices.create.mutate({ model: 'house', effectiveFrom: daysAgo(5), input: '3' });
  const { page, problems } = await dashboard.visit(session);
  await page.route('**/trpc/prices.reprice**', async (route) => {
    if (!route.request().postData()?.includes('dryRun')) return route.continue();
    const [code, message] = ['Question Too Large', 'More than 500000 events would be looked at.'];
    const data = { code: 'UNPROCESSABLE_CONTENT', httpStatus: 400, error: code, requestId: 'r' };
    await route.fulfill({ status: 400, json: { error: { message, code: -32_022, data } } });
  });
  await page.goto('/prices');
  await page.getByRole('button', { name: 'Reprice past events of house' }).click();
  const repricing = page.getByRole('dialog', { name: 'Reprice past events' });
  await repricing.getByText('A repricing itself has no such limit.').waitFor();
  await repricing.getByRole('button', { name: 'Reprice', exact: true }).click();
  await repricing.getByText('Repriced 0 events.').waitFor();
  expect(problems.filter((problem) => !problem.includes('400'))).toEqual([]);
});

test('what the API refuses stands at the field, and an own price is deleted', async () => {
  const { api, session } = await createAccount(dashboard.url);
  await api.prices.create.mutate({ model: 'house', effectiveFrom: '2026-01-01T00:00:00Z', input: '3' });
  const { page, problems } = await dashboard.visit(session);
  await page.goto('/prices');
  await page.getByText('Every model called in the last 30 days has a price.').waitFor();
  await page.getByRole('button', { name: 'New price' }).click();
  const form = page.getByRole('dialog', { name: 'New price' });
  const save = () => form.getByRole('button', { name: 'Save' }).click();
  await save();
  await form.getByText('Enter the name of a model.').waitFor();
  await form.getByText('Enter a price for input, for output or for each request.').waitFor();
  await form.getByLabel('Model').fill('house');
  await form.getByLabel('Effective from').fill('2026-01-01T00:00');
  const prices = form.getByRole('group', { name: 'USD per million tokens' });
  await prices.getByLabel('Output').fill('-1');
  await form.getByLabel('Each request (USD)').fill('0.01');
  await save();
  await form
    .getByText(/^Output must be a decimal string in USD per million tokens, from 0 to 10000/)
    .waitFor();
  await form.getByRole('button', { name: 'Prices of long requests' }).click();
  const tier = form.getByRole('group', { name: 'Prices of long requests 1' });
  await tier.getByLabel('Above').fill('200000');
  await prices.getByLabel('Output').fill('1');
  await save();
  await tier.getByText('Output is required, as outside of the tier.').waitFor();
  await tier.getByRole('button', { name: 'Remove' }).click();
  await save();
  await form.getByText(/^Model has a price with this provider, service tier and start already/).waitFor();
  await form.getByLabel('Service tier').fill('batch');
  await save();
  await page.getByRole('dialog', { name: 'Reprice past events' }).waitFor();
  await page.getByText('The cost of no event would change.').waitFor();
  await page.getByRole('button', { name: 'Not now' }).click();

  const rows = page.getByRole('table', { name: 'Your prices' }).locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(2);
  expect(await rows.first().textContent()).toContain('housebatchAny provider');
  await page.getByRole('button', { name: 'Delete the price of house' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Delete the price of “house”?' });
  await dialog.getByText('Events that are recorded already keep their cost.').waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => rows.count()).toBe(1);
  expect((await api.prices.list.query({})).items).toMatchObject([{ model: 'house', serviceTier: null }]);
  expect(problems).toEqual([]);
});

test('a built-in price is found, and is the beginning of an own one', async () => {
  const { api, session } = await createAccount(dashboard.url);
  const [known] = (await api.prices.list.query({ source: 'built-in', model: 'gemini-2.5-pro', limit: 1 }))
    .items;
  const { page, problems } = await dashboard.visit(session);
  await page.goto('/prices');
  await page.getByText(`Version ${known?.bookVersion}`).waitFor();
  const search = page.getByRole('search');
  await search.getByLabel('Model').fill('no such model');
  await page.getByText('No built-in price matches.').waitFor();
  await search.getByLabel('Model').fill('gemini-2.5-pro');
  await search.getByLabel('Provider').fill('google');
  await page
    .getByText(/^Above 200,000 input tokens/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Set own price of gemini-2.5-pro at google', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'New price' });
  expect(await form.getByLabel('Provider').inputValue()).toBe('google');
  const tier = form.getByRole('group', { name: 'Prices of long requests 1' });
  expect(await tier.getByLabel('Above').inputValue()).toBe('200000');
  await form.getByRole('group', { name: 'USD per million tokens' }).getByLabel('Output').fill('8');
  await form.getByLabel('Effective from').fill('9000-01-01T00:00');
  await form.getByRole('button', { name: 'Save' }).click();
  // Nothing of the past can change.
  await page.getByText(/^Saved the price of gemini-2.5-pro, from Jan 1, 9000/).waitFor();
  await form.waitFor({ state: 'detached' });
  expect((await api.prices.list.query({})).items).toMatchObject([
    {
      ...{ provider: 'google', model: 'gemini-2.5-pro', output: '8', input: known?.input },
      tiers: [{ above: 200_000 }],
    },
  ]);
  expect(problems).toEqual([]);
});

test('costs are amended, handed back to the price book, and not computed once that is turned off', async () => {
  const { api, session } = await createAccount(dashboard.url);
  await api.prices.create.mutate({ model: 'house', effectiveFrom: '2026-01-01T00:00:00Z', input: '3' });
  const { id } = await api.events.record.mutate({
    type: 'llm.call',
    model: 'house',
    inputTokens: 1_000,
    cost: '1',
  });
  const { page, problems } = await dashboard.visit(session);
  await page.goto(`/records/events?id=${id}`);
  const details = page.getByRole('dialog', { name: 'Event', exact: true });
  const form = page.getByRole('dialog', { name: 'Amend this event' });
  const byBook = form.getByLabel('Let the price book compute it');
  const cost = form.getByLabel('Cost (USD)');
  const reason = form.getByLabel('Reason', { exact: true });
  await details.getByText('Reported with the event').waitFor();
  await details.getByRole('button', { name: 'Amend' }).click();
  await form.getByText('Its prices came to $0.003.').waitFor();
  await byBook.check();
  expect(await cost.isDisabled()).toBe(true);
  await form.getByLabel('Cache read tokens').fill('1001');
  await reason.fill('The bill was wrong');
  await form.getByRole('button', { name: 'Amend' }).click();
  await form.getByText(/^Cache read tokens must be at most/).waitFor();
  await form.getByLabel('Cache read tokens').fill('400');
  await form.getByLabel('Service tier').fill('batch');
  await form.getByRole('button', { name: 'Amend' }).click();
  await details.getByText('Cost: $1.00 → $0.003').waitFor();
  expect(await api.events.get.query({ id })).toMatchObject({
    ...{ cost: '0.003', costSource: 'computed', serviceTier: 'batch', cacheReadTokens: 400 },
  });
  await details.getByRole('button', { name: 'Amend' }).click();
  expect(await byBook.isChecked()).toBe(true);
  await byBook.uncheck();
  await cost.fill('0.002');
  await reason.fill('A discount');
  await form.getByRole('button', { name: 'Amend' }).click();
  await details.getByText('Cost: $0.003 → $0.002').waitFor();
  expect(await api.events.get.query({ id })).toMatchObject({ cost: '0.002', costSource: 'reported' });

  await page.goto('/settings/account');
  const setting = page.getByRole('switch', { name: 'Compute costs from the price book' });
  expect(await setting.isChecked()).toBe(true);
  await setting.click();
  await page.getByText('Costs are not computed any more.').waitFor();
  expect(await setting.isChecked()).toBe(false);
  expect(await api.settings.get.query({})).toMatchObject({ computeCosts: false });
  await page.goto('/prices');
  await page.getByText('No costs are computed, because this is turned off').waitFor();
  expect(problems).toEqual([]);
});

// @module-tag Chromium
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useAccount, useDashboard } from './support/dashboard.ts';
import { open, settled } from './support/settled.ts';

const dashboard = useDashboard();
const week = 'window=custom&from=2026-06-08&to=2026-06-15';
const at = (day: number) => `2026-06-${String(day).padStart(2, '0')}T09:00:00Z`;

/** A week in which an agent loses money, another costs without earning, a third one is silent, and one day is an outlier. */
const account = useAccount(dashboard, async ({ api }) => {
  const days = [8, 9, 10, 11, 12, 13, 14];
  const seller = { agentKey: 'seller', customerKey: 'acme' };
  await api.agents.create.mutate({ key: 'refund-bot', name: 'Refund bot' });
  await api.revenues.recordBatch.mutate([
    ...days.map((day) => ({ ...seller, amount: day === 10 ? '5000' : '100', recordedAt: at(day) })),
    { ...seller, amount: '70', recordedAt: at(3) },
    { agentKey: 'refund-bot', customerKey: 'acme', amount: '20', recordedAt: at(9) },
    { agentKey: 'support', customerKey: 'acme', amount: '300', recordedAt: at(3) },
  ]);
  const call = { type: 'call', customerKey: 'acme' };
  await api.events.recordBatch.mutate([
    ...days.map((day) => ({ ...call, agentKey: 'seller', cost: '10', occurredAt: at(day) })),
    { ...call, agentKey: 'seller', cost: '60', occurredAt: at(3) },
    { ...call, agentKey: 'refund-bot', cost: '220', occurredAt: at(9) },
    { type: 'call', agentKey: 'research', customerKey: 'umbrella', cost: '50', occurredAt: at(11) },
    {
      ...call,
      agentKey: 'seller',
      provider: 'azure',
      model: 'our-deployment',
      inputTokens: 10,
      outputTokens: 2,
      occurredAt: at(12),
    },
  ]);
});

const attention = (page: Page) => page.getByRole('region', { name: 'Needs attention' });
const sentences = async (page: Page) => {
  const texts = await attention(page).locator('li > a:first-child').allTextContents();
  return texts.map((text) => text.replaceAll(/\s/g, ' '));
};
const days = (page: Page) => {
  const { searchParams } = new URL(page.url());
  return [searchParams.get('from'), searchParams.get('to')];
};

test('sentences name what needs attention, ranked by money, and lead to its proof by mouse and keyboard', async () => {
  const { page, problems } = await account.visit();
  await open(page, { path: `/?${week}`, heading: 'Overview' });
  await expect
    .poll(() => sentences(page))
    .toEqual([
      'support has no records in this period; it earned $300.00 before.',
      'The cost of acme rose by $230.00, from $60.00 to $290.00.',
      'Refund bot lost $200.00: $20.00 of revenue, $220.00 of cost.',
      'research lost $50.00: $0.00 of revenue, $50.00 of cost.',
      '1 call of a model without a price is not in the cost.',
    ]);
  const loss = attention(page).getByRole('link', { name: /^Refund bot lost/ });
  await loss.click();
  await page.waitForURL((url) => url.pathname === '/records' && url.searchParams.get('measure') === 'margin');
  expect(page.url()).toContain('refund-bot');
  expect(days(page)).toEqual(['2026-06-08', '2026-06-15']);
  await page.goBack();
  await expect.poll(async () => (await sentences(page)).length).toBe(5);
  await attention(page)
    .getByRole('link', { name: /^support has no records/ })
    .focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'support' }).waitFor();
  expect(days(page)).toEqual(['2026-06-08', '2026-06-15']);

  // Money that was lost is red, in sentences' proof as in lists.
  await open(page, { path: `/?${week}`, heading: 'Overview' });
  const losing = page.getByRole('table', { name: 'Agents losing most' });
  expect(await losing.locator('tbody tr th, tbody tr td:first-child').allTextContents()).toEqual([
    'Refund bot',
    'research',
  ]);
  const red = await losing.getByText('-$200.00').evaluate((text) => getComputedStyle(text).color);
  expect(red).toBe('rgb(201, 42, 42)');
  expect(await page.getByRole('group', { name: 'ROI', exact: true }).textContent()).toContain('15.5×');
  expect(problems).toEqual([]);
});

/** More agents that earn much, as before, than an answer has groups; a small one falls the most, and costs more. */
const crowd = useAccount(dashboard, async ({ api }) => {
  const large = Array.from({ length: 25 }, (_, index) => `large-${index}`);
  const times = [at(3), at(10)];
  await api.revenues.recordBatch.mutate([
    ...large.flatMap((agentKey) => times.map((recordedAt) => ({ agentKey, amount: '1000', recordedAt }))),
    { agentKey: 'sinking', amount: '500', recordedAt: at(3) },
    { agentKey: 'sinking', amount: '120.5', recordedAt: at(10) },
    ...times.map((recordedAt) => ({ agentKey: 'dearer', amount: '90', recordedAt })),
  ]);
  const call = { type: 'call', agentKey: 'dearer' };
  await api.events.recordBatch.mutate([
    ...large.flatMap((agentKey) =>
      times.map((time) => ({ ...call, agentKey, cost: '50', occurredAt: time })),
    ),
    { ...call, cost: '1', occurredAt: at(3) },
    { ...call, cost: '41', occurredAt: at(10) },
  ]);
});

test('the largest fall and rise are found among all members, not among the largest alone', async () => {
  const { page, problems } = await crowd.visit();
  await open(page, { path: `/?${week}`, heading: 'Overview' });
  await expect
    .poll(() => sentences(page))
    .toEqual([
      'The margin of sinking fell by $379.50, from $500.00 to $120.50.',
      'The cost of dearer rose by $40.00, from $1.00 to $41.00.',
    ]);
  expect(problems).toEqual([]);
});

test('without a comparison losses alone are named, and a period where all is well says so', async () => {
  const { page } = await account.visit();
  await open(page, { path: `/?${week}&compare=none`, heading: 'Overview' });
  await expect
    .poll(async () => (await sentences(page)).map((text) => text.split(':')[0]))
    .toEqual([
      'Refund bot lost $200.00',
      'research lost $50.00',
      'umbrella lost $50.00',
      '1 call of a model without a price is not in the cost.',
    ]);
  await open(page, { path: '/?window=custom&from=2026-06-14&to=2026-06-15', heading: 'Overview' });
  await attention(page).getByText('Nothing needs attention').waitFor();
  await open(page, { path: '/?window=custom&from=2026-01-01&to=2026-01-02', heading: 'Overview' });
  await attention(page).getByText('No data in this period').waitFor();
});

test('one outlier is cut off and marked, and a bar or a drag opens its days, also by keyboard', async () => {
  const { page, problems } = await account.visit();
  await open(page, { path: `/?${week}`, heading: 'Overview' });
  const chart = page.getByRole('slider', { name: 'Margin by day' });
  const cut = page.locator('[data-cut]');
  await expect.poll(() => cut.allTextContents()).toEqual(['$5K']);
  const highest = page.locator('figure text[data-axis="y"]').last();
  expect(await highest.textContent()).toMatch(/^\$\d{2,3}$/);

  const { x = 0, y = 0, width = 0, height = 0 } = (await page.locator('svg[data-chart]').boundingBox()) ?? {};
  /** The middle of a day, of the seven beside the axis. */
  const dayAt = (index: number) => x + 64 + ((width - 72) * (index + 0.5)) / 7;
  await page.mouse.move(dayAt(1), y + height / 2);
  await page.mouse.down();
  await page.mouse.move(dayAt(2), y + height / 2);
  await page.mouse.move(dayAt(3), y + height / 2);
  await expect.poll(() => page.locator('[data-tooltip]').textContent()).toContain('Revenue$5,220.00');
  await page.mouse.up();
  await expect.poll(() => days(page)).toEqual(['2026-06-09', '2026-06-12']);
  await page.goBack();
  await expect.poll(() => days(page)).toEqual(['2026-06-08', '2026-06-15']);
  await settled(page);
  await page.mouse.click(dayAt(6), y + height / 2);
  await expect.poll(() => days(page)).toEqual(['2026-06-14', '2026-06-15']);
  await page.goBack();
  await expect.poll(() => days(page)).toEqual(['2026-06-08', '2026-06-15']);
  await settled(page);

  await chart.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(() => chart.getAttribute('aria-valuetext')).toContain('Revenue $5,120.00');
  await page.keyboard.press('Enter');
  await expect.poll(() => days(page)).toEqual(['2026-06-09', '2026-06-11']);
  expect(problems).toEqual([]);
});

test('the live dot opens the latest records, and closes with Escape', async () => {
  const { page, problems } = await account.visit();
  await open(page, { path: `/?${week}`, heading: 'Overview' });
  await page.getByRole('status').getByText('Live').waitFor();
  expect(await page.getByLabel('Live feed').count()).toBe(0);
  const dot = page.getByRole('button', { name: 'Live activity' });
  await dot.press('Enter');
  await page.getByLabel('Live feed').getByRole('link', { name: 'Refund bot' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByLabel('Live feed').waitFor({ state: 'detached' });
  expect(await dot.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(problems).toEqual([]);
});

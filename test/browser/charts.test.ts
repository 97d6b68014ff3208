// @module-tag Chromium
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createAccount } from './support/account.ts';
import { useDashboard } from './support/dashboard.ts';
import { open, settled } from './support/settled.ts';

const dashboard = useDashboard();
const question = /\/trpc\/[^?]*analytics\.slice/;
const berlin = { timezoneId: 'Europe/Berlin' };

/** An account with some revenues, and a page whose clock shows this time. */
async function visitAt(
  now: string,
  revenues: readonly [amount: string, at: string, agentKey?: string][],
  options: BrowserContextOptions = {},
) {
  const { api, session } = await createAccount(dashboard.url);
  for (const [amount, recordedAt, agentKey = 'bot'] of revenues)
    await api.revenues.record.mutate({ amount, recordedAt, agentKey });
  const visitor = await dashboard.visit({ ...session, ...berlin, ...options });
  await visitor.page.clock.setFixedTime(now);
  return { ...visitor, api };
}

const tile = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const figure = (page: Page, name: string) =>
  tile(page, name).locator('[data-figure]').getAttribute('data-figure');
/** The text of a page, with plain spaces for those of Intl. */
const words = async (page: Page) => ((await page.locator('main').textContent()) ?? '').replaceAll(/\s/g, ' ');
const tooltip = async (page: Page) =>
  (await page.locator('[data-tooltip]').allTextContents()).join().replaceAll(/\s/g, ' ');

test('a running month is compared with the same part of the month before, and labeled so', async () => {
  const { page, problems } = await visitAt('2026-03-28T13:05:30Z', [
    ['299', '2026-03-10T12:00:00Z'],
    ['1', '2026-03-28T13:05:59Z'],
    ['1000', '2026-03-28T13:06:00Z'],
    ['100', '2026-02-28T13:05:59Z'],
    ['500', '2026-02-28T13:06:00Z'],
    ['60', '2025-03-05T12:00:00Z'],
  ]);
  await page.goto('/?window=this-month');
  await expect.poll(() => figure(page, 'Revenue')).toBe('300');
  expect(await words(page)).toContain('Mar 1 – 28, until 2:05 PM, vs Feb 1 – 28, until 2:05 PM');
  expect(await tile(page, 'Revenue').textContent()).toContain('+200%');

  // The chart ends now, with a bar that is marked as partial, beside the other period.
  await settled(page);
  const chart = page.getByRole('slider', { name: 'Revenue by day' });
  expect(await chart.getAttribute('aria-valuemax')).toBe('28');
  expect(await page.locator('[data-bar]').evaluateAll((bars) => bars.map((bar) => bar.dataset.bar))).toEqual([
    'whole',
    'partial',
  ]);
  expect(await page.locator('[data-bar="partial"][fill^="url("]').count()).toBe(1);
  expect(await page.locator('path[data-line][data-dashed]').count()).toBe(2);
  await page.getByRole('switch', { name: 'Show as table' }).check();
  const rows = page.getByRole('table', { name: 'Revenue by day: values' }).locator('tbody tr');
  expect(await rows.count()).toBe(28);
  await page.getByText('28 rows', { exact: true }).waitFor();
  expect(
    await page.getByRole('table', { name: 'Revenue by day: values' }).locator('th').allTextContents(),
  ).toEqual(['Period', 'Revenue', 'Compared period', 'Revenue, compared period']);
  expect(await rows.nth(9).locator('td').allTextContents()).toEqual(['Mar 10', '$299.00', 'Feb 10', '$0.00']);
  expect(await rows.last().locator('td').allTextContents()).toEqual([
    'Mar 28 (partial)',
    '$1.00',
    'Feb 28 (partial)',
    '$100.00',
  ]);

  await page.getByRole('combobox', { name: 'Comparison' }).click();
  await page.getByRole('option', { name: 'Same period last year' }).click();
  await expect.poll(() => words(page)).toContain('vs Mar 1 – 28, 2025, until 2:05 PM');
  await expect.poll(() => tile(page, 'Revenue').textContent()).toContain('+400%');
  expect(new URL(page.url()).searchParams.get('compare')).toBe('year');
  await page.getByRole('combobox', { name: 'Comparison' }).click();
  await page.getByRole('option', { name: 'No comparison' }).click();
  await expect.poll(() => words(page)).not.toContain(', vs ');
  await page.reload();
  await expect.poll(() => figure(page, 'Revenue')).toBe('300');
  expect(await tile(page, 'Revenue').textContent()).not.toContain('%');
  expect(problems).toEqual([]);
});

test('forty minutes after midnight a day is compared with forty minutes', async () => {
  const { page } = await visitAt('2026-06-14T22:40:00Z', [
    ['3', '2026-06-14T22:10:00Z'],
    ['2', '2026-06-13T22:10:00Z'],
    ['1000', '2026-06-14T12:00:00Z'],
  ]);
  await page.goto('/?window=today');
  await expect.poll(() => tile(page, 'Revenue').textContent()).toContain('+50%');
  expect(await words(page)).toContain('Jun 15, until 12:40 AM, vs Jun 14, until 12:40 AM');
});

test('a question stays the same for a minute and includes new records', async () => {
  const { page, api } = await visitAt('2026-06-15T10:00:30Z', [['1', '2026-06-15T09:00:00Z']]);
  const asked = new Set<string>();
  page.on('request', (request) => {
    for (const input of slicesIn(request.url())) asked.add(input);
  });
  await page.goto('/?window=today');
  await expect.poll(() => figure(page, 'Revenue')).toBe('1');
  await page.getByRole('status').getByText('Live').waitFor();
  await api.revenues.record.mutate({ amount: '2', recordedAt: '2026-06-15T10:00:59Z' });
  await expect.poll(() => figure(page, 'Revenue')).toBe('3');
  await page.clock.setFixedTime('2026-06-15T10:00:50Z');
  await api.revenues.record.mutate({ amount: '4', recordedAt: '2026-06-15T10:00:00Z' });
  await expect.poll(() => figure(page, 'Revenue')).toBe('7');
  expect(asked.size).toBe(1);
  await page.clock.setFixedTime('2026-06-15T10:01:00Z');
  await expect.poll(() => words(page)).toContain('until 12:01 PM');
  expect(asked.size).toBe(2);
});

test('figures of another window are dimmed and busy, under their own labels, until the new ones load', async () => {
  const { page } = await visitAt('2026-06-15T10:00:00Z', [
    ['1', '2026-06-15T09:00:00Z'],
    ['9', '2026-05-09T09:00:00Z'],
  ]);
  await page.goto('/?window=today');
  await expect.poll(() => figure(page, 'Revenue')).toBe('1');
  await settled(page);
  const answer = Promise.withResolvers<void>();
  await page.route(question, (route) => answer.promise.then(() => route.continue()));
  await page.getByRole('combobox', { name: /^(Window|Date range)$/ }).click();
  await page.getByRole('option', { name: 'Last month' }).click();
  const old = page.locator('[aria-busy="true"][data-old]');
  await old.filter({ has: tile(page, 'Revenue') }).waitFor();
  await old.filter({ has: page.getByRole('heading', { name: 'Revenue by hour' }) }).waitFor();
  await expect.poll(() => old.first().evaluate((element) => getComputedStyle(element).opacity)).toBe('0.5');
  expect(await words(page)).toContain('Jun 15, until 12:00 PM');
  expect(await figure(page, 'Revenue')).toBe('1');
  answer.resolve();
  await expect.poll(() => figure(page, 'Revenue')).toBe('9');
  await expect.poll(() => words(page)).toContain('May 1 – 31, vs Apr 1 – 30');
  expect(await old.count()).toBe(0);
});

test('figures stay undimmed while those of the next minute load', async () => {
  const { page } = await visitAt('2026-06-15T10:00:00Z', [['1', '2026-06-15T09:00:00Z']]);
  for (const path of ['/?window=today', '/explore?window=today', '/agents?window=today', '/agents/bot']) {
    await page.clock.setFixedTime('2026-06-15T10:00:00Z');
    await page.goto(path);
    await page.locator('[data-figure="1"]').first().waitFor();
    await settled(page);
    // Unanswered until it is removed.
    await page.route(question, () => undefined);
    const asked = page.waitForRequest(question);
    await page.clock.setFixedTime('2026-06-15T10:01:00Z');
    await asked;
    expect(await page.locator('[data-old]').count(), path).toBe(0);
    expect(await page.locator('[data-figure="1"]').count(), path).toBeGreaterThan(0);
    await page.unroute(question);
  }
});

test('both occurrences of a repeated hour show their own amounts, and so do agents of one name', async () => {
  const { page, api, problems } = await visitAt('2026-11-25T12:00:00Z', [
    ['10', '2026-10-25T00:20:00Z', 'sales-1'],
    ['25', '2026-10-25T01:20:00Z', 'sales-2'],
    ['700', '2026-10-25T12:20:00Z', 'sales-3'],
    ['350', '2026-10-24T12:20:00Z', 'sales-3'],
  ]);
  for (const key of ['sales-1', 'sales-2', 'sales-3']) await api.agents.update.mutate({ key, name: 'Sales' });
  const day = 'window=custom&from=2026-10-25&to=2026-10-26';
  await open(page, { path: `/explore?${day}&every=hour&by=[]`, heading: 'Explore' });
  const bars = page.locator('[data-bar]');
  const chart = page.getByRole('slider', { name: 'Revenue by hour' });
  expect(await chart.getAttribute('aria-valuemax')).toBe('25');
  await bars.nth(0).hover();
  await expect.poll(() => tooltip(page)).toBe('Oct 25, 2 AM GMT+2 · Europe/BerlinRevenue$10.00');
  await bars.nth(1).hover();
  await expect.poll(() => tooltip(page)).toBe('Oct 25, 2 AM GMT+1 · Europe/BerlinRevenue$25.00');
  const answer = page.getByRole('table', { name: 'Answer' });
  const cells = (row: number) => answer.locator('tbody tr').nth(row).locator('td').allTextContents();
  expect((await cells(2)).slice(0, 2).map((text) => text.replaceAll(/\s/g, ' '))).toEqual([
    'Oct 25, 2 AM GMT+2',
    '$10.00',
  ]);
  expect((await cells(3)).slice(0, 2).map((text) => text.replaceAll(/\s/g, ' '))).toEqual([
    'Oct 25, 2 AM GMT+1',
    '$25.00',
  ]);

  await open(page, { path: `/explore?${day}`, heading: 'Explore' });
  for (const [index, [key, amount]] of [
    ['sales-3', '$700.00'],
    ['sales-2', '$25.00'],
    ['sales-1', '$10.00'],
  ].entries()) {
    await bars.nth(index).hover();
    await expect.poll(() => tooltip(page)).toBe(`Sales (${key})Revenue${amount}`);
    expect((await cells(index)).slice(0, 2)).toEqual([`Sales${key}`, amount]);
  }
  // Each requested measure can be shown.
  await page.getByRole('radiogroup', { name: 'Measure of the chart' }).getByText('ROI').click();
  await page.getByRole('heading', { name: 'ROI by agent' }).waitFor();

  // A comparison is a second bar of each group.
  await open(page, { path: `/explore?${day}&compare=previous`, heading: 'Explore' });
  const compared = page.locator('[data-bar="comparison"]');
  await expect.poll(() => compared.count()).toBe(1);
  await page.locator('[data-bar="whole"]').first().hover();
  await expect.poll(() => tooltip(page)).toBe('Sales (sales-3)Oct 25$700.00Oct 24$350.00');
  const widths = [page.locator('[data-bar="whole"]').first(), compared].map((bar) =>
    bar.getAttribute('width'),
  );
  const [main = 0, other = 0] = (await Promise.all(widths)).map(Number);
  expect(other / main).toBeCloseTo(0.5, 2);
  await page.getByRole('switch', { name: 'Show as table' }).check();
  const values = page.getByRole('table', { name: 'Revenue by agent: values' });
  expect(await values.locator('thead th').allTextContents()).toEqual([
    'Agent',
    'Revenue',
    'Revenue, compared period',
  ]);
  expect(await values.locator('tbody tr').first().locator('td').allTextContents()).toEqual([
    'Sales (sales-3)',
    '$700.00',
    '$350.00',
  ]);

  // Over time the table has each period of each agent.
  await page.goto(`/explore?${day}&every=day`);
  await page.getByRole('heading', { name: 'Revenue by agent by day' }).waitFor();
  await expect.poll(() => cells(0)).toEqual(expect.arrayContaining(['Salessales-3', 'Oct 25', '$700.00']));
  expect(problems).toEqual([]);
});

test('a chart draws nothing between its values, and the keyboard reaches each of them', async () => {
  const { page, api } = await visitAt('2026-06-15T10:00:00Z', [
    ['10', '2026-06-10T09:00:00Z'],
    ['30', '2026-06-12T09:00:00Z'],
  ]);
  for (const day of ['10', '11', '12'])
    await api.events.record.mutate({
      type: 'call',
      cost: '5',
      agentKey: 'bot',
      occurredAt: `2026-06-${day}T09:00:00Z`,
    });
  await open(page, { path: '/agents/bot?window=7d&compare=none', heading: 'bot' });
  const chart = page.getByRole('figure', { name: 'Revenue by day' });
  const ticks = chart.locator('text[data-axis="y"]');
  await expect.poll(() => ticks.allTextContents()).toEqual(['$0', '$10', '$20', '$30']);
  await page.getByRole('radio', { name: 'Revenue' }).focus();
  await page.keyboard.press('Tab');
  const area = page.getByRole('slider', { name: 'Revenue by day' });
  await page.keyboard.press('End');
  await expect.poll(() => tooltip(page)).toBe('Jun 15 (partial) · Europe/BerlinRevenue$0.00');
  for (let left = 0; left < 5; left++) await page.keyboard.press('ArrowLeft');
  await expect.poll(() => tooltip(page)).toBe('Jun 10 · Europe/BerlinRevenue$10.00');
  expect(await area.getAttribute('aria-valuetext')).toBe('Jun 10 · Europe/Berlin: Revenue $10.00');
  await page.keyboard.press('Escape');
  await expect.poll(() => tooltip(page)).toBe('');

  await page.getByRole('radiogroup', { name: 'Measure of the chart' }).getByText('ROI').click();
  const curves = page.getByRole('figure', { name: 'ROI by day' }).locator('path[data-line]');
  await curves.first().waitFor({ state: 'attached' });
  const paths = await curves.evaluateAll((all) => all.map((path) => path.getAttribute('d') ?? ''));
  expect(paths.join('')).toMatch(/^M[\d.,LM]+$/);
});

test('labels of axes are never cut off, also in a locale with long ones', async () => {
  const { page, api } = await visitAt(
    '2026-06-15T10:00:00Z',
    [['-104999999', '2026-06-10T09:00:00Z', 'refunds']],
    { locale: 'de-DE' },
  );
  await api.revenues.record.mutate({
    amount: '98765432.10',
    recordedAt: '2026-06-11T09:00:00Z',
    agentKey: 'bot',
  });
  await open(page, { path: '/?window=7d', heading: 'Overview' });
  const cutOff = () =>
    page.locator('svg[data-chart]').evaluateAll((charts) =>
      charts.flatMap((chart) => {
        const frame = chart.getBoundingClientRect();
        return [...chart.querySelectorAll('text')].flatMap((text) => {
          const { left, right } = text.getBoundingClientRect();
          return left < frame.left || right > frame.right ? [text.textContent] : [];
        });
      }),
    );
  const labels = page.locator('text[data-axis]');
  await expect.poll(async () => (await labels.allTextContents()).join()).toMatch(/-150\sMio\./);
  expect(await cutOff()).toEqual([]);

  await page.setViewportSize({ width: 390, height: 860 });
  await open(page, { path: '/explore?window=7d', heading: 'Explore' });
  await expect.poll(async () => (await labels.allTextContents()).join()).toMatch(/\d\sMio\./);
  expect(await cutOff()).toEqual([]);
  const boxes = await page
    .locator('text[data-axis="x"]')
    .evaluateAll((texts) =>
      texts.map((text) => text.getBoundingClientRect()).map(({ left, right }) => ({ left, right })),
    );
  for (const [index, { left }] of boxes.slice(1).entries())
    expect(left).toBeGreaterThan(boxes[index]?.right ?? 0);
});

test('nothing moves for a visitor who prefers reduced motion', async () => {
  const { page } = await visitAt('2026-06-15T10:00:00Z', [['1', '2026-06-15T09:00:00Z']], {
    reducedMotion: 'reduce',
  });
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    for (const type of ['transitionrun', 'animationstart'] as const) {
      addEventListener(type, ({ target }) => {
        const element = target as Element;
        // A delayed change of no duration is no movement.
        const isMoving = element
          .getAnimations({ subtree: true })
          .some(({ effect }) => Number(effect?.getComputedTiming().duration) > 0);
        if (isMoving) moved.push(`${type} ${element.className}`);
      });
    }
  });
  const moved = () => page.evaluate(() => (window as unknown as { moved: string[] }).moved);
  const answer = Promise.withResolvers<void>();
  await open(page, { path: '/?window=7d', heading: 'Overview' });
  await settled(page);
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('menuitem', { name: 'Dark' }).click();
  await page.getByRole('radiogroup', { name: 'Measure of the chart' }).getByText('ROI').click();
  await page.route(question, (route) => answer.promise.then(() => route.continue()));
  await page.getByRole('combobox', { name: 'Date range' }).click();
  await page.getByRole('option', { name: 'Last month' }).click();
  await page.locator('[aria-busy="true"][data-old]').first().waitFor();
  answer.resolve();
  await page.locator('[data-old]').first().waitFor({ state: 'detached' });
  expect(await moved()).toEqual([]);

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.getByRole('radiogroup', { name: 'Measure of the chart' }).getByText('Cost').click();
  await expect.poll(async () => (await moved()).length).toBeGreaterThan(0);
});

/** The slices in a tRPC batch, as requested. */
function slicesIn(url: string): string[] {
  const { pathname, searchParams } = new URL(url);
  const inputs = JSON.parse(searchParams.get('input') ?? '{}');
  const names = decodeURIComponent(pathname).replace('/trpc/', '').split(',');
  return names.flatMap((name, index) => (name === 'analytics.slice' ? [JSON.stringify(inputs[index])] : []));
}

// @module-tag Chromium
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createAccount } from './support/account.ts';
import { useDashboard } from './support/dashboard.ts';
import { open, settled } from './support/settled.ts';

const dashboard = useDashboard();
const question = /\/trpc\/[^?]*analytics\.slice/;
const berlin = { timezoneId: 'Europe/Berlin' };

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const opened = Date.now();
/** A zone without changes of clocks in which it is past noon now: the service follows the clock of the database, and no midnight is near. */
const offset = 12 - new Date(opened).getUTCHours();
const atNoon = { timezoneId: offset === 0 ? 'UTC' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}` };
/** So many days and hours from now. */
const fromNow = (days: number, hours = 0) => new Date(opened + days * DAY + hours * HOUR).toISOString();
/** The start of the current minute and of later ones. */
const minute = (later = 0) => new Date(Math.floor(opened / 60_000) * 60_000 + later * 60_000).toISOString();

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

/** The same now, in the zone where it is past noon. */
const visitNow = (revenues: readonly [amount: string, at: string, agentKey?: string][]) =>
  visitAt(minute(), revenues, atNoon);

const tile = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const figure = (page: Page, name: string) =>
  tile(page, name).locator('[data-figure]').getAttribute('data-figure');
/** The text of a page, with plain spaces for those of Intl. */
const words = async (page: Page) => ((await page.locator('main').textContent()) ?? '').replaceAll(/\s/g, ' ');
const tooltip = async (page: Page) =>
  (await page.locator('[data-tooltip]').allTextContents()).join().replaceAll(/\s/g, ' ');

test('a running period is compared with the same part of the one before, and labeled so', async () => {
  const yearBefore = new Date(opened - 3 * DAY);
  yearBefore.setUTCFullYear(yearBefore.getUTCFullYear() - 1);
  const { page, problems } = await visitNow([
    ['299', fromNow(-2)],
    ['1', fromNow(0, -1)],
    ['1000', fromNow(0, 2)],
    ['100', fromNow(-7, -1)],
    ['500', fromNow(-7, 2)],
    ['60', yearBefore.toISOString()],
  ]);
  await page.goto('/?window=7d');
  await expect.poll(() => figure(page, 'Revenue')).toBe('300');
  expect(await words(page)).toMatch(/, until (\d+:\d\d PM), vs .*, until \1/);
  expect(await tile(page, 'Revenue').textContent()).toContain('+200%');

  // The chart ends now, with a bar that is marked as partial, beside the other period.
  await settled(page);
  const chart = page.getByRole('slider', { name: 'Margin by day' });
  expect(await chart.getAttribute('aria-valuemax')).toBe('7');
  expect(await page.locator('[data-bar]').evaluateAll((bars) => bars.map((bar) => bar.dataset.bar))).toEqual([
    'whole',
    'partial',
  ]);
  expect(await page.locator('[data-bar="partial"][fill^="url("]').count()).toBe(1);
  // Two paths of the compared margin, and the part of the day that is not over.
  expect(await page.locator('path[data-line][data-dashed]').count()).toBe(3);
  await page.getByRole('switch', { name: 'Show as table' }).check();
  const rows = page.getByRole('table', { name: 'Margin by day: values' }).locator('tbody tr');
  expect(await rows.count()).toBe(7);
  await page.getByText('7 rows', { exact: true }).waitFor();
  expect(
    await page.getByRole('table', { name: 'Margin by day: values' }).locator('th').allTextContents(),
  ).toEqual(['Period', 'Revenue', 'Cost', 'Margin', 'Compared period', 'Margin, compared period']);
  const whole = expect.not.stringContaining('partial');
  const partial = expect.stringMatching(/ \(partial\)$/);
  expect(await rows.nth(4).locator('td').allTextContents()).toEqual([
    whole,
    '$299.00',
    '$0.00',
    '$299.00',
    whole,
    '$0.00',
  ]);
  expect(await rows.last().locator('td').allTextContents()).toEqual([
    partial,
    '$1.00',
    '$0.00',
    '$1.00',
    partial,
    '$100.00',
  ]);

  await page.getByRole('combobox', { name: 'Comparison' }).click();
  await page.getByRole('option', { name: 'Same period last year' }).click();
  await expect
    .poll(() => words(page))
    .toMatch(new RegExp(`vs .*${yearBefore.getUTCFullYear()}, until \\d+:\\d\\d PM`));
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

test('on a phone the period stands in a sheet, and the margin on the first screen', async () => {
  const { page, problems } = await visitAt(minute(), [['25', fromNow(-10)]], {
    ...atNoon,
    viewport: { width: 390, height: 860 },
  });
  await page.goto('/');
  await expect.poll(() => figure(page, 'Margin')).toBe('25');
  const { y = 0, height = 0 } = (await tile(page, 'Margin').boundingBox()) ?? {};
  expect(y + height).toBeLessThan(500);
  const inputs = page.getByRole('combobox', { name: /^(Date range|Comparison|Time zone)$/ });
  expect(await inputs.count()).toBe(0);
  await page.getByRole('button', { name: 'Last 30 days · Previous period' }).click();
  await expect.poll(() => inputs.count()).toBe(3);
  await page.getByRole('combobox', { name: 'Date range' }).click();
  await page.getByRole('option', { name: 'Last 7 days' }).click();
  await page.getByRole('combobox', { name: 'Comparison' }).click();
  await page.getByRole('option', { name: 'No comparison' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Last 7 days · No comparison' }).waitFor();
  await expect.poll(() => figure(page, 'Margin')).toBe('0');
  expect(problems).toEqual([]);
});

test('cards beside each other end at the same height', async () => {
  const { page } = await visitNow([
    ['25', fromNow(-1), 'bot'],
    ['30', fromNow(-1), 'scout'],
  ]);
  await open(page, { path: '/' });
  const endOf = async (card: Locator) => {
    const { y = 0, height = 0 } = (await card.boundingBox()) ?? {};
    return y + height;
  };
  const cardOf = (name: string) =>
    page.locator('.mantine-Paper-root').filter({ has: page.getByRole('heading', { name, exact: true }) });
  for (const [left, right] of [
    ['Needs attention', 'Margin by day'],
    ['Agents losing most', 'Agents earning most'],
  ] as const)
    expect(await endOf(cardOf(left))).toBeCloseTo(await endOf(cardOf(right)), 0);
});

test('a day is compared with the day before until the same time', async () => {
  const { page } = await visitNow([
    ['3', fromNow(0, -1)],
    ['2', fromNow(-1, -1)],
    ['1000', fromNow(-1, 2)],
  ]);
  await page.goto('/?window=today');
  await expect.poll(() => tile(page, 'Revenue').textContent()).toContain('+50%');
  expect(await words(page)).toMatch(/, until (\d+:\d\d PM), vs .*, until \1/);
});

test('a question is asked again in the next minute, and includes new records', async () => {
  const { page, api } = await visitNow([['1', fromNow(0, -1)]]);
  const asked = new Set<string>();
  page.on('request', (request) => {
    // Those of two instants follow the answers of the others.
    for (const input of slicesIn(request.url())) if (!input.includes('"from"')) asked.add(input);
  });
  await page.goto('/?window=today');
  await expect.poll(() => figure(page, 'Revenue')).toBe('1');
  await page.getByRole('status').getByText('Live').waitFor();
  await api.revenues.record.mutate({ amount: '2', recordedAt: fromNow(0) });
  await expect.poll(() => figure(page, 'Revenue')).toBe('3');
  await settled(page);
  const again = page.waitForRequest(question);
  await page.clock.setFixedTime(minute(1));
  await again;
  // For the figures, the errors, the calls that the cost leaves out, and the costs that rose: the API knows the minute.
  expect(asked.size).toBe(4);
});

test('figures of another window are dimmed and busy, under their own labels, until the new ones load', async () => {
  const local = new Date(opened + offset * HOUR);
  const lastMonth = new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() - 1, 9, 12)).toISOString();
  const { page } = await visitNow([
    ['1', fromNow(0, -1)],
    ['9', lastMonth],
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
  await old.filter({ has: page.getByRole('heading', { name: 'Margin by hour' }) }).waitFor();
  await expect.poll(() => old.first().evaluate((element) => getComputedStyle(element).opacity)).toBe('0.5');
  expect(await words(page)).toMatch(/, until \d+:\d\d PM/);
  expect(await figure(page, 'Revenue')).toBe('1');
  answer.resolve();
  await expect.poll(() => figure(page, 'Revenue')).toBe('9');
  await expect.poll(() => words(page)).toMatch(/\w 1 – (28|29|30|31)(, \d{4})?, vs \w+ 1 – /);
  expect(await old.count()).toBe(0);
});

test('figures stay undimmed while those of the next minute load', async () => {
  const { page } = await visitNow([['1', fromNow(0, -1)]]);
  for (const path of ['/?window=today', '/explore?window=today', '/agents?window=today', '/agents/bot']) {
    await page.clock.setFixedTime(minute());
    await page.goto(path);
    await page.locator('[data-figure="1"]').first().waitFor();
    await settled(page);
    // Unanswered until it is removed.
    await page.route(question, () => undefined);
    const asked = page.waitForRequest(question);
    await page.clock.setFixedTime(minute(1));
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
  await open(page, { path: `/explore?${day}&compare=none&every=hour&by=[]`, heading: 'Explore' });
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

  await open(page, { path: `/explore?${day}&compare=none`, heading: 'Explore' });
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
  await open(page, {
    path: '/agents/bot?window=custom&from=2026-06-09&to=2026-06-16&compare=none',
    heading: 'bot',
  });
  const chart = page.getByRole('figure', { name: 'Revenue by day' });
  const ticks = chart.locator('text[data-axis="y"]');
  await expect.poll(() => ticks.allTextContents()).toEqual(['$0', '$10', '$20', '$30']);
  await page.getByRole('radio', { name: 'Revenue' }).focus();
  await page.keyboard.press('Tab');
  const area = page.getByRole('slider', { name: 'Revenue by day' });
  await page.keyboard.press('End');
  await expect.poll(() => tooltip(page)).toBe('Jun 15 · Europe/BerlinRevenue$0.00');
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
  await open(page, { path: '/?window=custom&from=2026-06-09&to=2026-06-16', heading: 'Overview' });
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
  await open(page, { path: '/explore?window=custom&from=2026-06-09&to=2026-06-16', heading: 'Explore' });
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
  await open(page, { path: '/agents/bot?window=custom&from=2026-06-09&to=2026-06-16', heading: 'bot' });
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

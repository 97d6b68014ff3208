// @module-tag Chromium
import { expect, test } from 'vitest';
import { copied } from './support/copied.ts';
import { useAccount, useDashboard } from './support/dashboard.ts';
import { seedDemo } from './support/demo.ts';
import { open, settled } from './support/settled.ts';

const dashboard = useDashboard();
const account = useAccount(dashboard, ({ token }) =>
  seedDemo(dashboard.url, token, { days: 10, sessions: 20 }),
);

/** The page of a path, whatever member it is of. */
const kindOf = (path: string) => path.replace(/^\/(agents|customers|goal-types|tools|sessions)\/.+/, '/$1/*');

test('the period, its comparison and the zone are the same on every page reached from Home by any link', {
  timeout: 120_000,
}, async () => {
  const { page, problems } = await account.visit();
  await open(page, { path: '/?window=7d&compare=year&zone=Asia/Kathmandu', heading: 'Overview' });
  const seen = new Set(['/']);
  const waiting: string[] = [];
  const collect = async () => {
    const links = await page
      .locator('a[href^="/"]:not([target])')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    for (const link of links) {
      const { pathname, searchParams } = new URL(link, dashboard.url);
      const carried = ['window', 'compare', 'zone'].map((name) => searchParams.get(name));
      expect(carried, `${link} on ${page.url()}`).toEqual(['7d', 'year', 'Asia/Kathmandu']);
      if (seen.has(kindOf(pathname))) continue;
      seen.add(kindOf(pathname));
      waiting.push(link);
    }
  };
  await collect();
  for (let link = waiting.shift(); link; link = waiting.shift()) {
    await open(page, { path: link });
    const period = page.getByRole('combobox', { name: 'Date range' });
    for (const one of await period.all()) expect(await one.inputValue(), link).toBe('Last 7 days');
    const comparison = page.getByRole('combobox', { name: /^Compar/ });
    for (const one of await comparison.all())
      expect(await one.inputValue(), link).toBe('Same period last year');
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    for (const one of await zone.all()) expect(await one.inputValue(), link).toBe('Asia/Kathmandu');
    await collect();
  }
  expect([...seen]).toEqual(
    expect.arrayContaining([
      '/',
      '/explore',
      '/views',
      '/records',
      '/records/revenues',
      '/sessions',
      '/agents',
      '/agents/*',
      '/customers/*',
      '/prices',
      '/traces',
      '/settings/api-keys',
    ]),
  );
  expect(problems).toEqual([]);
});

test('the last 7 days stay 7 days from Overview over an agent and its records, and back', async () => {
  const { page, problems } = await account.visit();
  await open(page, { path: '/', heading: 'Overview' });
  const period = page.getByRole('combobox', { name: 'Date range' });
  await period.click();
  await page.getByRole('option', { name: 'Last 7 days' }).click();
  await page.waitForURL(/window=7d/);
  await settled(page);
  const top = page.getByRole('table', { name: 'Agents earning most' });
  const revenue = await top.getByRole('row').nth(1).getByRole('cell').nth(2).textContent();
  await top.getByRole('link').first().click();
  await page.getByRole('link', { name: 'View all' }).waitFor();
  expect(await period.inputValue()).toBe('Last 7 days');
  const tile = page.getByRole('group', { name: 'Revenue', exact: true });
  await expect.poll(() => tile.textContent()).toContain(revenue);

  // A list of records shows the period, which other pages take on.
  await page.getByRole('link', { name: 'View all' }).click();
  await page.getByRole('tab', { name: 'Events' }).click();
  await page.waitForURL(/records\/events\?.*window=7d/);
  expect(await period.inputValue()).toBe('Last 7 days');
  await period.click();
  await page.getByRole('option', { name: 'Yesterday' }).click();
  await page.waitForURL(/window=yesterday/);
  await page.getByRole('navigation').getByRole('link', { name: 'Agents' }).click();
  await page.getByRole('heading', { level: 1, name: 'Agents' }).waitFor();
  expect(await period.inputValue()).toBe('Yesterday');
  await page.getByRole('navigation').getByRole('link', { name: 'Records' }).click();
  await page.getByRole('tab', { name: 'Events' }).waitFor();
  expect(await period.inputValue()).toBe('Yesterday');
  // Lists show all time, too.
  await period.click();
  await page.getByRole('option', { name: 'All time' }).click();
  await page.waitForURL((url) => !url.searchParams.has('window'));
  await page.goBack();

  for (const address of [
    /\/agents\?/,
    /events\?.*yesterday/,
    /events\?.*7d/,
    /records\/revenues/,
    /\/agents\//,
  ]) {
    await page.goBack();
    await page.waitForURL(address);
  }
  await expect.poll(() => period.inputValue()).toBe('Last 7 days');
  await page.getByRole('link', { name: 'Outturn: Overview' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  expect(await period.inputValue()).toBe('Last 7 days');
  expect(problems).toEqual([]);
});

test('Back restores the order, the filters and the place of a list', async () => {
  const { page, problems } = await account.visit();
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.clock.install();
  await open(page, { path: '/customers?window=7d', heading: 'Customers' });
  const margin = page.getByRole('columnheader', { name: 'Margin' });
  await margin.getByRole('button').click();
  await margin.getByRole('button').click();
  await page.waitForURL(/sort=margin/);
  await settled(page);
  const place = () => page.evaluate(() => window.scrollY);
  const link = page.getByRole('table', { name: 'Customers' }).locator('a[href^="/customers/"]').nth(20);
  await link.scrollIntoViewIfNeeded();
  const before = await place();
  expect(before).toBeGreaterThan(100);
  const name = (await link.textContent()) ?? '';
  await link.click();
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  // The window moves on with the next minute, and the figures of the one before keep the place until those of this one come.
  await page.clock.fastForward(60_000);
  const late = Promise.withResolvers<void>();
  await page.route('**/trpc/**analytics.slice**', (route) => late.promise.then(() => route.continue()));
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
  await expect.poll(place).toBe(before);
  late.resolve();
  await settled(page);
  expect(await margin.getAttribute('aria-sort')).toBe('ascending');
  await expect.poll(place).toBe(before);
  expect(await link.textContent()).toBe(name);

  await open(page, { path: '/records/events?type=llm.call&sort=time', heading: 'Records' });
  const details = page.getByRole('table', { name: 'Events' }).locator('a[href^="/agents/"]').nth(20);
  await details.scrollIntoViewIfNeeded();
  const at = await place();
  expect(at).toBeGreaterThan(100);
  await details.click();
  await page.getByRole('link', { name: 'View all' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Records' }).waitFor();
  expect(new URL(page.url()).search).toBe('?type=llm.call&sort=time');
  await expect.poll(place).toBe(at);
  expect(problems).toEqual([]);
});

test('Share copies an address that shows others the same days in the same zone', async () => {
  const { page, problems } = await account.visit();
  await open(page, { path: '/agents?window=this-week', heading: 'Agents' });
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await zone.click();
  await zone.fill('Kathmandu');
  await page.getByRole('option', { name: 'Asia/Kathmandu' }).click();
  await page.waitForURL(/zone=Asia/);
  const shared = new URL(await copied(page, page.getByRole('button', { name: 'Share' })));
  expect(shared.pathname).toBe('/agents');
  expect(Object.fromEntries(shared.searchParams)).toEqual({ window: 'this-week', zone: 'Asia/Kathmandu' });
  expect(problems).toEqual([]);
});

// @module-tag Chromium
import { expect, test } from 'vitest';
import { useAccount, useDashboard } from './support/dashboard.ts';
import { seedDemo } from './support/demo.ts';
import { openOverview } from './support/first-load.ts';
import { open } from './support/settled.ts';

const dashboard = useDashboard();
const account = useAccount(dashboard, ({ token }) =>
  seedDemo(dashboard.url, token, { days: 60, sessions: 6 }),
);
/** The limit for everything that the first visit loads, compressed. */
const MAX_BYTES = 300 * 1024;

const question = /\/trpc\/[^?]*analytics\.slice/;

test('the first load of the overview is at most 300 KB over the wire in total', async () => {
  const { page } = await dashboard.visit(account.current.session);
  const wire = await page.context().newCDPSession(page);
  await wire.send('Network.enable');
  let bytes = 0;
  wire.on('Network.dataReceived', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await open(page, { path: '/', heading: 'Overview' });
  await page.waitForLoadState('load');
  expect(bytes).toBeGreaterThan(100 * 1024);
  expect(bytes).toBeLessThan(MAX_BYTES);
});

// `npm run bench -- first-load` measures the time, with the machine to itself.
test('the overview requests its figures while its code loads', async () => {
  const { page, problems } = await dashboard.visit(account.current.session);
  const asked = page.waitForRequest(question);
  await page.route('**/assets/overview-page-*.js', (route) => asked.then(() => route.continue()));
  await openOverview(page);
  await page.keyboard.press('Escape');
  await page.locator('svg[data-chart]').first().waitFor();
  expect(problems).toEqual([]);
});

test('slow figures leave the overview and its controls usable', async () => {
  const { page } = await dashboard.visit(account.current.session);
  const answer = Promise.withResolvers<void>();
  await page.route(question, (route) => answer.promise.then(() => route.continue()));
  await page.goto('/');
  const revenue = page.getByRole('group', { name: 'Revenue', exact: true });
  await expect.poll(() => revenue.getAttribute('aria-busy')).toBe('true');
  const window = page.getByRole('combobox', { name: 'Date range' });
  await window.click();
  await page.getByRole('option', { name: 'Last 7 days' }).click();
  await expect.poll(() => window.inputValue()).toBe('Last 7 days');
  expect(await revenue.getAttribute('aria-busy')).toBe('true');
  answer.resolve();
  await expect.poll(() => revenue.getAttribute('aria-busy')).toBe('false');
});

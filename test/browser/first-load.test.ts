import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { browserTest } from './support/chromium.ts';
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

browserTest('the first load of the overview is at most 300 KB over the wire in total', async () => {
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

test('the styles of every Mantine component in the code are in the build', () => {
  const dashboard = path.resolve(import.meta.dirname, '../../apps/dashboard');
  const namesIn = (files: string[]) =>
    new Set(files.flatMap((file) => readFileSync(file, 'utf8').match(/\bm_[0-9a-f]{6,8}\b/g) ?? []));
  const built = path.join(dashboard, '.builds/current/assets');
  const styled = namesIn(globSync(`${built}/*.css`));
  const known = namesIn([path.join(dashboard, 'node_modules/@mantine/core/styles.css')]);
  const used = [...namesIn(globSync(`${built}/*.js`))].filter((name) => known.has(name));
  expect(used.length).toBeGreaterThan(100);
  expect(used.filter((name) => !styled.has(name))).toEqual([]);
});

// `npm run bench -- first-load` measures the time, with the machine to itself.
browserTest('the overview requests its figures while its code loads', async () => {
  const { page, problems } = await dashboard.visit(account.current.session);
  const asked = page.waitForRequest(question);
  await page.route('**/assets/overview-page-*.js', (route) => asked.then(() => route.continue()));
  await openOverview(page);
  await page.keyboard.press('Escape');
  await page.locator('svg[data-chart]').first().waitFor();
  expect(problems).toEqual([]);
});

browserTest('slow figures leave the overview and its controls usable', async () => {
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

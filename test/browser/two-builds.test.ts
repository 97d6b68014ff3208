// @module-tag Chromium
import { expect, test } from 'vitest';
import { useAccount, useDashboard } from './support/dashboard.ts';

const dashboard = useDashboard();
const account = useAccount(dashboard);

// As during an upgrade, when a page may come from one gateway and its files from another.
test.each(['js', 'css'])('a page whose .%s is missing loads itself again', async (ending) => {
  const { page } = await dashboard.visit(account.current.session);
  let missing = 2;
  await page.route(new RegExp(`/assets/[^/]*\\.${ending}$`), async (route) => {
    if (missing-- > 0) await route.fulfill({ status: 404, headers: { 'cache-control': 'no-store' } });
    else await route.fallback();
  });
  await page.goto('/');
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  expect(missing).toBeLessThanOrEqual(0);
});

test('a page whose files stay away says so, and does not reload for ever', async () => {
  const { page } = await dashboard.visit(account.current.session);
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads++;
  });
  await page.route(/\/assets\/[^/]*\.js$/, (route) => route.fulfill({ status: 404 }));
  await page.goto('/');
  await page.getByText('Outturn is being upgraded. Reload the page in a moment.').waitFor();
  expect(loads).toBe(6);
});

test('a tab of an older build says that there is a newer one', async () => {
  const { page, problems } = await dashboard.visit(account.current.session);
  await page.clock.install();
  await page.goto('/');
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  const banner = page.getByRole('status').filter({ hasText: 'A new version of Outturn is available.' });
  await page.clock.fastForward('06:00');
  expect(await banner.count()).toBe(0);

  const older = await page.evaluate(() => document.documentElement.outerHTML);
  const newer = older.replaceAll(/\/assets\/index-[\w-]+\.js/g, '/assets/index-newer.js');
  expect(newer).not.toBe(older);
  const looks = (url: URL) => url.pathname === '/';
  await page.route(looks, (route) => route.fulfill({ body: newer, contentType: 'text/html' }));
  await page.clock.fastForward('06:00');
  await banner.waitFor();
  await page.unroute(looks);
  await banner.getByRole('button', { name: 'Reload' }).click();
  await banner.waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  expect(problems).toEqual([]);
});

test('a missing file is not stored by anyone', async () => {
  const { status, headers } = await fetch(`${dashboard.url}/assets/index-gone.js`);
  expect([status, headers.get('cache-control')]).toEqual([404, 'no-store']);
});

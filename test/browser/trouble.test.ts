// @module-tag Chromium
import { expect, onTestFinished, test } from 'vitest';
import { createAccount } from './support/account.ts';
import { useAccount, useDashboard } from './support/dashboard.ts';
import { PASSWORD } from './support/visitor.ts';

const dashboard = useDashboard();
const account = useAccount(dashboard);

test('a failed request is reported, and loads on another attempt', async () => {
  const { page } = await account.visit();
  const refused = {
    error: {
      message: 'Something went wrong on our side.',
      code: -32603,
      data: { code: 'BAD_REQUEST', error: 'Invalid Request', httpStatus: 400, path: 'reports.list' },
    },
  };
  await page.route(/\/trpc\/.*reports\.list/, (route) => route.fulfill({ status: 400, json: [refused] }));
  await page.goto('/views');
  const alert = page.getByRole('alert').filter({ hasText: 'on our side' });
  await alert.getByText('Something went wrong on our side.').waitFor();
  await page.unroute(/\/trpc\/.*reports\.list/);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('No views yet').waitFor();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
});

test('a slow API leaves placeholders in the shell, and no blank page', async () => {
  const { page, problems } = await account.visit();
  const answer = Promise.withResolvers<void>();
  await page.route(/\/trpc\//, (route) => answer.promise.then(() => route.continue()));
  for (const path of ['/', '/agents', '/records/revenues']) {
    await page.goto(path);
    await page.getByRole('status', { name: 'Loading' }).waitFor();
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  }
  answer.resolve();
  await page.getByRole('heading', { level: 1, name: 'Records' }).waitFor();
  await page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
});

test('the keyboard alone leads from the first page to a new key', async () => {
  const { page, problems } = await account.visit();
  await page.goto('/settings/api-keys');
  await page.getByRole('cell', { name: 'Production', exact: true }).waitFor();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
  await page.getByRole('button', { name: 'Generate API key' }).press('Enter');
  await page.getByRole('dialog').getByLabel('Name').waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('placeholder')))
    .toBe('Production');
  await page.keyboard.type('By hand');
  await page.keyboard.press('Enter');
  await page.getByText('Copy it now').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Copy');
  await page.getByRole('button', { name: "I've saved it" }).press('Enter');
  await page.getByRole('cell', { name: 'By hand', exact: true }).waitFor();
  expect(await page.getByText('Copy it now').count()).toBe(0);
  expect(problems).toEqual([]);
});

test('a page whose code cannot be loaded reports it, stays, and recovers by itself', async () => {
  const { page } = await dashboard.visit(account.current.session);
  await page.goto('/');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Tools' }).click();
  const alert = page.getByRole('alert').filter({ hasText: "Couldn't load this" });
  await alert.getByText("Couldn't reach the server. Check your connection and try again.").waitFor();
  expect(page.url()).toBe(`${dashboard.url}/tools`);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await alert.waitFor();
  await page.getByRole('alert').getByText("Can't reach the server. Reconnecting…").waitFor();

  await page.context().setOffline(false);
  await page.getByText('No tools yet').waitFor();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
});

test('a missing page or row has an explanation in the shell', async () => {
  const { page, problems } = await account.visit();
  const { api } = await createAccount(dashboard.url);
  await api.agents.create.mutate({ key: 'of-another-account' });
  const { id } = await api.revenues.record.mutate({
    amount: '41.50',
    recordedAt: new Date().toISOString(),
  });
  for (const path of [
    '/nowhere',
    '/settings/nowhere',
    '/records/nothing',
    '/agents/a/b',
    '/agents/100%',
    '/%E0%A4%A',
  ]) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    await expect.poll(() => page.title()).toBe('Page not found · Outturn');
    await page.getByText('There is no page at this address.').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Go to Overview' }).waitFor();
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    expect(await page.getByRole('main').count(), path).toBe(1);
  }
  for (const [path, heading, link] of [
    ['/agents/of-another-account', 'Agent not found', 'All agents'],
    // No key contains such a character, or is as long.
    ['/agents/%00', 'Agent not found', 'All agents'],
    [`/customers/${'x'.repeat(300)}`, 'Customer not found', 'All customers'],
    ['/customers/nobody', 'Customer not found', 'All customers'],
    ['/goal-types/none', 'Goal type not found', 'All goal types'],
    ['/tools/none', 'Tool not found', 'All tools'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await page.getByText('It may have been deleted, or belong to another account.').waitFor();
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: link }).click();
    await page.getByRole('heading', { level: 1, name: link.slice('All '.length) }).waitFor();
  }
  for (const unknown of [id, 'cut-off']) {
    await page.goto(`/records/revenues?id=${unknown}`);
    await page.getByRole('dialog').getByRole('heading', { name: 'Record not found' }).waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByText('No revenues yet').waitFor();
  }
  expect(problems).toEqual([]);
});

test('a view that was deleted elsewhere is reported as missing', async () => {
  const { page } = await account.visit();
  const { api } = account.current;
  await api.reports.save.mutate({ name: 'Weekly', document: '{ __typename }' });
  onTestFinished(
    async () => void (await api.reports.delete.mutate({ name: 'Weekly' }).catch(() => undefined)),
  );
  await page.goto('/views');
  const run = page.getByRole('button', { name: 'Weekly', exact: true });
  await run.waitFor();
  await api.reports.delete.mutate({ name: 'Weekly' });
  await run.click();
  await page.getByRole('dialog').getByRole('heading', { name: 'View not found' }).waitFor();
});

test('an error of the server shows its request ID in the shell, and allows another attempt', async () => {
  const { page } = await account.visit();
  const failed = (path: string) => ({
    error: {
      message: 'Something went wrong on our side. The request can be retried with the same idempotency key.',
      code: -32603,
      data: { code: 'INTERNAL_SERVER_ERROR', error: 'Server Error', httpStatus: 500, path },
    },
  });
  for (const { call, address, done } of [
    { call: 'account.get', address: '/views', done: page.getByText('No views yet') },
    { call: 'tools.list', address: '/tools', done: page.getByText('No tools yet') },
  ]) {
    const called = new RegExp(`/trpc/.*${call}`);
    await page.route(called, (route) => {
      const paths = new URL(route.request().url()).pathname.slice('/trpc/'.length).split(',');
      const headers = { 'x-request-id': 'request-of-test' };
      return route.fulfill({ status: 500, headers, json: paths.map(failed) });
    });
    await page.goto(address);
    const alert = page.getByRole('alert');
    await alert.getByText('The server had an error. Try again in a moment.').waitFor();
    expect(await alert.getByText('request-of-test').count()).toBe(1);
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    await page.unroute(called);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await done.waitFor();
    await expect.poll(() => alert.count()).toBe(0);
  }
});

test('invalid values in a URL are ignored', async () => {
  const { page, problems } = await account.visit();
  await page.goto('/explore?measures=["luck"]&every="fortnight"&first=0&zone=Mars');
  await page.getByText('No matching data').waitFor();
  await page.goto('/?window=custom&from=2026-02-30&to=2026-13-01');
  await expect
    .poll(() => page.getByRole('combobox', { name: 'Date range' }).inputValue())
    .toBe('Last 30 days');
  await page.goto('/records/revenues?from=yesterday');
  await page.getByText('No revenues yet').waitFor();
  expect(problems).toEqual([]);
});

// The answer is that of a gateway without PostgreSQL: see test/faults/accounts-without-database.fire.ts.
test('the sign-in page reports that the service cannot answer, and allows another attempt', async () => {
  const { page } = await dashboard.visit();
  const message = 'The service cannot answer at the moment. Try again in a second.';
  await page.route('**/api/auth/sign-in/email', (route) =>
    route.fulfill({
      status: 500,
      headers: { 'retry-after': '1' },
      json: { code: 'INTERNAL_SERVER_ERROR', message },
    }),
  );
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill(account.current.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  const button = page.getByRole('button', { name: 'Sign in' });
  await button.click();
  await page.getByRole('alert').getByText(message).waitFor();
  await page.unroute('**/api/auth/sign-in/email');

  await button.click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
});

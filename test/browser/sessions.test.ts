// @module-tag Chromium
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { Browser } from '../support/browser.ts';
import { mintKey as mintKeyOf, offerDeveloper, testDatabase } from '../support/developers.ts';
import { bound } from '../support/load/figures.ts';
import { createAccount } from './support/account.ts';
import { useAccount, useDashboard } from './support/dashboard.ts';
import { everyPage } from './support/every-page.ts';
import { open } from './support/settled.ts';
import { apiOf, PASSWORD, signUp } from './support/visitor.ts';

const dashboard = useDashboard();
const account = useAccount(dashboard);

test('signing out ends the session, and signing in returns to the requested page', async () => {
  const visitor = await dashboard.visit();
  const { page, email, problems } = visitor;
  await signUp(visitor);
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();

  await page.goto('/customers?window=90d');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('wrong horse battery');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('main').getByRole('alert').waitFor();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Customers' }).waitFor();
  expect(page.url()).toBe(`${dashboard.url}/customers?window=90d`);
  expect(problems).toEqual([]);
});

test('a link leads to the sign-in page after the session has ended elsewhere', async () => {
  const { page } = await dashboard.visit(account.current.session);
  // Otherwise the check of the session would lead to the sign-in page before the link does.
  await page.route('**/api/auth/session', (route) => route.fulfill({ status: 204 }));
  await open(page, { path: '/views', heading: 'Views' });
  await page.context().clearCookies();
  await page.getByRole('link', { name: 'Tools' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(new URL(page.url()).searchParams.get('to')).toBe('/tools');
});

/** A page of each kind in a tab of its own takes longer than other tests, in milliseconds. */
const MANY_TABS = 180_000;
/** The promise is five seconds; a run that shares the machine allows more. */
const SOON = bound(20_000, 5_000);

test(
  'every page leads to the sign-in page soon after the session ends elsewhere, and returns afterwards',
  async () => {
    const { email, session, api } = await createAccount(dashboard.url);
    await api.agents.create.mutate({ key: 'sales-assistant', name: 'Sales assistant' });
    const profile = await dashboard.openProfile(session);
    onTestFinished(() => profile.close());
    const tabs: { page: Page; heading: string; url: string }[] = [];
    for (const { path, heading } of everyPage) {
      const page = await profile.newPage();
      await page.goto(path);
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
      // The router omits unnecessary quotation marks.
      tabs.push({ page, heading, url: page.url().replaceAll('%22', '') });
    }
    const { pool } = await testDatabase();
    const endedAt = Date.now();
    await pool.query('delete from user_sessions using users u where u.id = user_id and u.email = $1', [
      email,
    ]);
    await Promise.all(
      tabs.map(async ({ page, url }) => {
        await page.getByRole('heading', { name: 'Sign in' }).waitFor();
        expect(Date.now() - endedAt, url).toBeLessThan(SOON);
        const { pathname, search } = new URL(url);
        expect(new URL(page.url()).searchParams.get('to')).toBe(pathname + search);
      }),
    );
    const explore = tabs.find(({ heading }) => heading === 'Explore')?.page as Page;
    await explore.getByLabel('Email').fill(email);
    await explore.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await explore.getByRole('button', { name: 'Sign in' }).click();
    // Signing in once returns all tabs to their pages.
    await Promise.all(
      tabs.map(async ({ page, heading, url }) => {
        await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
        expect(page.url()).toBe(url);
      }),
    );
  },
  MANY_TABS,
);

test('changing the password ends the other sessions and keeps its own page', async () => {
  const { email, session } = await createAccount(dashboard.url);
  const [here, elsewhere] = [await dashboard.visit(session), await dashboard.visit()];
  await here.page.goto('/tools?window=90d');
  await here.page.getByRole('heading', { name: 'Tools' }).waitFor();
  await elsewhere.page.goto(`/sign-in?to=${encodeURIComponent('/settings/account')}`);
  await elsewhere.page.getByLabel('Email').fill(email);
  await elsewhere.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await elsewhere.page.getByRole('button', { name: 'Sign in' }).click();
  await elsewhere.page.getByLabel('Current password').fill(PASSWORD);
  await elsewhere.page.getByLabel('New password').fill(`${PASSWORD} 2`);
  await elsewhere.page.getByRole('button', { name: 'Change password' }).click();
  await elsewhere.page.getByText('Password changed.').waitFor();
  await here.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(new URL(here.page.url()).searchParams.get('to')).toBe('/tools?window=90d');
  // The next check has the new cookie.
  await elsewhere.page.waitForResponse('**/api/auth/session');
  expect(elsewhere.page.url()).toBe(`${dashboard.url}/settings/account`);
});

test('a live page recovers by itself after its stream was refused for a while', async () => {
  const { api, session } = await createAccount(dashboard.url);
  const { page } = await dashboard.visit(session);
  await api.events.record.mutate({ type: 'before', agentKey: 'agent-0' });
  await page.route('**/trpc/records.live**', (route) => route.fulfill({ status: 502, body: 'away' }));
  await page.goto('/');
  await page.getByRole('status').getByText('Not connected').waitFor();
  await page.getByRole('button', { name: 'Live activity' }).click();
  await page.getByLabel('Live feed').getByText('before').waitFor();
  await api.events.record.mutate({ type: 'while.away', agentKey: 'agent-0' });
  await page.unroute('**/trpc/records.live**');
  await page.getByRole('status').getByText('Live').waitFor();
  await api.events.record.mutate({ type: 'llm.call', agentKey: 'agent-0' });
  await page.getByLabel('Live feed').getByText('llm.call').waitFor();
  await page.getByLabel('Live feed').getByText('while.away').waitFor();
});

test('the link of a first start brings its records into an account', async () => {
  const { page, email, problems } = await dashboard.visit();
  await page.goto(`/claim?token=${await offerWithRevenue()}`);
  await page.getByRole('heading', { name: 'Claim this installation' }).waitFor();
  await page.getByLabel('Name').fill('Ada Lovelace');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page
    .getByRole('group', { name: 'Revenue', exact: true })
    .getByText('$41.50', { exact: true })
    .waitFor();
  expect(page.url()).toBe(`${dashboard.url}/`);
  expect(problems).toEqual([]);
});

test('a visitor with an account signs in on the way to a claim link, and claims there', async () => {
  const { page, email, problems } = await dashboard.visit();
  expect((await new Browser(dashboard.url).signUp(email, PASSWORD)).status).toBe(200);
  await page.goto(`/claim?token=${await offerWithRevenue()}`);
  // The link is below the form, and moves as the form comes.
  await page.getByRole('button', { name: 'Create account' }).waitFor();
  await page.getByRole('link', { name: 'Sign in' }).click();
  // Both forms have the same fields.
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Claim installation' }).click();
  await page
    .getByRole('group', { name: 'Revenue', exact: true })
    .getByText('$41.50', { exact: true })
    .waitFor();
  expect(problems).toEqual([]);
});

test('a form leads to the sign-in page after the session has ended elsewhere', async () => {
  const { page } = await dashboard.visit(account.current.session);
  // Otherwise the check of the session would lead to the sign-in page before the form does.
  await page.route('**/api/auth/session', (route) => route.fulfill({ status: 204 }));
  const cookies = await page.context().cookies();
  const steps: [path: string, act: () => Promise<void>][] = [
    [
      '/agents',
      async () => {
        await page.getByRole('button', { name: 'New agent' }).click();
        await page.getByLabel('Key').fill('scout');
        await page.context().clearCookies();
        await page.getByRole('button', { name: 'Save' }).click();
      },
    ],
    [
      '/settings/api-keys',
      async () => {
        await page.getByRole('button', { name: 'Generate API key' }).click();
        await page.getByLabel('Name').fill('Production');
        await page.context().clearCookies();
        await page.getByRole('button', { name: 'Generate', exact: true }).click();
      },
    ],
    [
      '/settings/account',
      async () => {
        await page.getByLabel('Current password').fill(PASSWORD);
        await page.getByLabel('New password').fill(`${PASSWORD} 2`);
        await page.context().clearCookies();
        await page.getByRole('button', { name: 'Change password' }).click();
      },
    ],
  ];
  for (const [path, act] of steps) {
    await page.context().addCookies(cookies);
    await page.goto(path);
    await act();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(new URL(page.url()).searchParams.get('to'), path).toBe(path);
    expect(await page.title()).toBe('Sign in · Outturn');
  }
});

test('signing out in one tab leads the others to the sign-in page', async () => {
  const { session } = await createAccount(dashboard.url);
  const { page, problems } = await dashboard.visit(session);
  await page.goto('/');
  const other = await page.context().newPage();
  await other.goto('/agents');
  await other.getByRole('heading', { name: 'Agents' }).waitFor();
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await other.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(problems).toEqual([]);
});

/** The token of a claim link for a developer with one revenue. */
async function offerWithRevenue(): Promise<string> {
  const { token, developer } = await mintKeyOf();
  await apiOf(dashboard.url, token).revenues.record.mutate({
    amount: '41.50',
    recordedAt: new Date().toISOString(),
  });
  return offerDeveloper(await testDatabase(), developer);
}

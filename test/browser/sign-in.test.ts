import { expect } from 'vitest';
import { headersOf } from '../support/drivers/http.ts';
import { browserTest } from './support/chromium.ts';
import { useAccount, useDashboard } from './support/dashboard.ts';
import { PASSWORD } from './support/visitor.ts';

const dashboard = useDashboard();
const account = useAccount(dashboard);

browserTest('signing in never leads to another site', async () => {
  const { page, problems } = await dashboard.visit();
  await page.goto(`/sign-in?to=${encodeURIComponent('https://evil.example/')}`);
  expect(await page.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe('/sign-up');
  await page.getByLabel('Email').fill(account.current.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  expect(page.url()).toBe(`${dashboard.url}/`);
  expect(problems).toEqual([]);
});

browserTest(
  'a page at another address than the server takes for its own is told which setting to change',
  async () => {
    // As behind a proxy that says other things of the address than the browser knows.
    const extraHTTPHeaders = headersOf({ headers: { 'x-forwarded-proto': 'https' } });
    const { page } = await dashboard.visit({ extraHTTPHeaders });
    await page.goto('/sign-in');
    await page.getByLabel('Email').fill(account.current.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    const own = dashboard.url.replace('http:', 'https:');
    expect(await page.getByRole('alert').textContent()).toBe(
      `PUBLIC_URL is not set, so this server takes its own address to be ${own}, but the browser sent ${dashboard.url}. Set PUBLIC_URL to the address at which people open the dashboard.`,
    );
  },
);

browserTest('the forms lead a signed-in visitor on to the page that the address names', async () => {
  const { page, problems } = await account.visit();
  const reports = encodeURIComponent('/reports');
  const explore = encodeURIComponent('/explore?every="day"');
  const elsewhere = encodeURIComponent('//evil.example/');
  for (const path of ['/sign-in', '/sign-up']) {
    for (const [search, heading, address] of [
      ['', 'Overview', /\/$/],
      [`?to=${reports}`, 'Reports', /\/reports$/],
      [`?to=${explore}`, 'Explore', /\/explore\?.*every=.*day/],
      [`?to=${elsewhere}`, 'Overview', /\/$/],
    ] as const) {
      await page.goto(`${path}${search}`);
      await page.getByRole('heading', { name: heading, exact: true }).waitFor();
      expect(page.url().startsWith(`${dashboard.url}/`)).toBe(true);
      expect(page.url()).toMatch(address);
      expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0);
    }
  }
  expect(problems).toEqual([]);
});

browserTest('a signed-out visitor gets the form, and both forms remember the page', async () => {
  const { page } = await dashboard.visit(account.current.session);
  await page.goto('/');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.context().clearCookies();
  await page.goto('/reports');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(new URL(page.url()).searchParams.get('to')).toBe('/reports');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByRole('heading', { name: 'Create an account' }).waitFor();
  expect(new URL(page.url()).searchParams.get('to')).toBe('/reports');
});

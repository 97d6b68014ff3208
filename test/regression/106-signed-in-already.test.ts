import { expect } from 'vitest';
import { browserTest } from '../browser/support/chromium.ts';
import { useDashboard } from '../browser/support/dashboard.ts';
import { signUp } from '../browser/support/visitor.ts';

const dashboard = useDashboard();

// They were shown the form, as if they had been signed out.
browserTest('who is signed in is led past the forms, to where they were going', async () => {
  const visitor = await dashboard.visit();
  const { page, problems } = visitor;
  await signUp(visitor);
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

browserTest('who has signed out is shown the form, and leads on from there as before', async () => {
  const visitor = await dashboard.visit();
  const { page } = visitor;
  await signUp(visitor);
  await page.context().clearCookies();
  await page.goto('/reports');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(new URL(page.url()).searchParams.get('to')).toBe('/reports');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByRole('heading', { name: 'Create an account' }).waitFor();
  expect(new URL(page.url()).searchParams.get('to')).toBe('/reports');
});

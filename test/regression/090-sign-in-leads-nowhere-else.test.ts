import { expect } from 'vitest';
import { browserTest } from '../browser/support/chromium.ts';
import { useDashboard } from '../browser/support/dashboard.ts';
import { PASSWORD, signUp } from '../browser/support/visitor.ts';

const dashboard = useDashboard();

browserTest('a link to signing in cannot lead to another site afterwards', async () => {
  const owner = await dashboard.visit();
  await signUp(owner);
  await owner.close();
  const { page, problems } = await dashboard.visit();
  await page.goto(`/sign-in?to=${encodeURIComponent('https://evil.example/')}`);
  expect(await page.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe('/sign-up');
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  expect(page.url()).toBe(`${dashboard.url}/`);
  expect(problems).toEqual([]);
});

browserTest('what makes no sense in an address counts for nothing', async () => {
  const visitor = await dashboard.visit();
  const { page, problems } = visitor;
  await signUp(visitor);
  await page.goto('/explore?measures=["luck"]&every="fortnight"&first=0&zone=Mars');
  await page.getByRole('table', { name: 'Answer' }).getByText('Nothing was recorded that fits.').waitFor();
  await page.goto('/?window=custom&from=2026-02-30&to=2026-13-01');
  await expect.poll(() => page.getByRole('combobox', { name: 'Window' }).inputValue()).toBe('Last 30 days');
  await page.goto('/records/revenues?from=yesterday');
  await page.getByText('No revenues have been recorded yet.').waitFor();
  expect(problems).toEqual([]);
});

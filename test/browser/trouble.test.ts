import { expect } from 'vitest';
import { browserTest } from './support/chromium.ts';
import { useDashboard } from './support/dashboard.ts';
import { PASSWORD, signUp } from './support/visitor.ts';

const dashboard = useDashboard();

browserTest('what cannot be loaded is told in words, and loads when somebody tries again', async () => {
  const visitor = await dashboard.visit();
  const { page } = visitor;
  await signUp(visitor);
  const refused = {
    error: {
      message: 'Something went wrong on our side.',
      code: -32603,
      data: { code: 'BAD_REQUEST', error: 'Invalid Request', httpStatus: 400, path: 'reports.list' },
    },
  };
  await page.route(/\/trpc\/.*reports\.list/, (route) => route.fulfill({ status: 400, json: [refused] }));
  await page.goto('/reports');
  const alert = page.getByRole('alert');
  await alert.getByText('Something went wrong on our side.').waitFor();
  await page.unroute(/\/trpc\/.*reports\.list/);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('No reports yet').waitFor();
  expect(await alert.count()).toBe(0);
});

browserTest('the keyboard alone gets from the first page to a new key', async () => {
  const visitor = await dashboard.visit();
  const { page, problems } = visitor;
  await signUp(visitor);
  await page.goto('/settings/api-keys');
  await page.getByText('No API keys yet').waitFor();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the page');
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
  await page.keyboard.press('Escape');
  await page.getByRole('cell', { name: 'By hand', exact: true }).waitFor();
  expect(await page.getByText('Copy it now').count()).toBe(0);
  expect(problems).toEqual([]);
});

// The answer is that of a gateway without PostgreSQL: see test/faults/accounts-without-database.fire.ts.
browserTest('the sign-in page says that the service cannot answer, and takes another try', async () => {
  const owner = await dashboard.visit();
  await signUp(owner);
  await owner.close();
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
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  const button = page.getByRole('button', { name: 'Sign in' });
  await button.click();
  await page.getByRole('alert').getByText(message).waitFor();
  await page.unroute('**/api/auth/sign-in/email');

  await button.click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
});

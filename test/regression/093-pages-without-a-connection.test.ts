import { expect } from 'vitest';
import { browserTest } from '../browser/support/chromium.ts';
import { useDashboard } from '../browser/support/dashboard.ts';
import { signUp } from '../browser/support/visitor.ts';

const dashboard = useDashboard();

browserTest(
  'a page whose code does not come says so, stays, and comes when somebody tries again',
  async () => {
    const visitor = await dashboard.visit();
    const { page } = visitor;
    await signUp(visitor);
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Tools' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('Outturn could not be reached. Check the connection and try again.').waitFor();
    expect(page.url()).toBe(`${dashboard.url}/tools`);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await alert.waitFor();

    await page.context().setOffline(false);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('table', { name: 'Tools' }).waitFor();
    expect(await alert.count()).toBe(0);
  },
);

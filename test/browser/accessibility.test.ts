import { expect } from 'vitest';
import { bringAxe, faultsOf, faultsOfLooks, resetLook } from './support/axe.ts';
import { browserTest } from './support/chromium.ts';
import { useAccount, useDashboard } from './support/dashboard.ts';
import { seedDemo } from './support/demo.ts';
import { everyPage, morePages, publicPages } from './support/every-page.ts';
import { report } from './support/report.ts';
import { open } from './support/settled.ts';

const dashboard = useDashboard();
/** Few sessions end in a sale, and every page of records needs a row. */
const account = useAccount(dashboard, async ({ token, api }) => {
  await seedDemo(dashboard.url, token, { days: 10, sessions: 20 });
  await api.reports.save.mutate(report);
});

browserTest(
  'no page has a fault, in light, dark and narrow',
  async () => {
    const { page, problems } = await account.visit();
    const faults: string[] = [];
    for (const each of [...everyPage, ...morePages]) {
      await resetLook(page);
      await open(page, each);
      faults.push(...(await faultsOfLooks(page, each.name)));
    }
    expect(faults).toEqual([]);
    expect(problems).toEqual([]);
  },
  240_000,
);

browserTest('the sign-in forms have no fault, in light and dark', async () => {
  const { page, problems } = await dashboard.visit();
  const claim = { name: 'claim', path: '/claim?token=none', heading: 'Claim this installation' };
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const each of [...publicPages, claim]) {
      await open(page, each);
      await bringAxe(page);
      expect(await faultsOf(page, each.name)).toEqual([]);
    }
  }
  expect(problems).toEqual([]);
});

browserTest('the keyboard skips a closed menu', async () => {
  const { page } = await account.visit();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/agents');
  await page.getByRole('table', { name: 'Agents' }).waitFor();
  await page.getByRole('button', { name: /^Account/ }).focus();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Date range');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('link', { name: 'Tools' }).click();
  await page.getByRole('table', { name: 'Tools' }).waitFor();
  await page.getByRole('button', { name: 'Open menu' }).waitFor();
});

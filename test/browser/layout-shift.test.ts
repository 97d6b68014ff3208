import { expect } from 'vitest';
import { browserTest } from './support/chromium.ts';
import { useAccount, useDashboard } from './support/dashboard.ts';
import { seedDemo } from './support/demo.ts';
import { everyPage } from './support/every-page.ts';
import { watchShifts } from './support/screen-faults.ts';
import { open } from './support/settled.ts';

const dashboard = useDashboard();
const account = useAccount(dashboard, ({ token }) =>
  seedDemo(dashboard.url, token, { days: 10, sessions: 20 }),
);

const MOST_SHIFT = 0.05;
/** The pages with the most content beside or below what loads. */
const movesWide: readonly string[] = ['overview', 'explore', 'events', 'agents', 'agent'];

browserTest('no page moves its content while it loads, wide or narrow', async () => {
  const { page } = await account.visit();
  const shift = await watchShifts(page);
  for (const { width, pages } of [
    { width: 390, pages: everyPage },
    { width: 1280, pages: everyPage.filter(({ name }) => movesWide.includes(name)) },
  ]) {
    await page.setViewportSize({ width, height: 860 });
    for (const { name, ...each } of pages) {
      await open(page, each);
      expect(await shift(), `${name} at ${width} px`).toBeLessThanOrEqual(MOST_SHIFT);
    }
  }
});

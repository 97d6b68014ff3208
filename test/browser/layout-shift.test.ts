import { expect } from 'vitest';
import { browserTest } from './support/chromium.ts';
import { useAccount, useDashboard } from './support/dashboard.ts';
import { seedDemo } from './support/demo.ts';
import { everyPage } from './support/every-page.ts';
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
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Reflect.set(window, 'shiftsOfTest', shifts);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(Number(Reflect.get(entry, 'value')));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const { width, pages } of [
    { width: 390, pages: everyPage },
    { width: 1280, pages: everyPage.filter(({ name }) => movesWide.includes(name)) },
  ]) {
    await page.setViewportSize({ width, height: 860 });
    for (const { name, ...each } of pages) {
      await open(page, each);
      const shift = await page.evaluate(() => {
        const shifts: number[] = Reflect.get(window, 'shiftsOfTest');
        return shifts.reduce((sum, value) => sum + value, 0);
      });
      expect(shift, `${name} at ${width} px`).toBeLessThanOrEqual(MOST_SHIFT);
    }
  }
});

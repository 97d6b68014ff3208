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

/** From this on, web vitals call a page less than good at 0.1. */
const MOST_SHIFT = 0.05;

browserTest('no page moves its content while it loads, wide or narrow', async () => {
  const { page } = await account.visit();
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Reflect.set(window, 'shiftsOfTest', shifts);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(Number(Reflect.get(entry, 'value')));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 860 });
    for (const { name, ...each } of everyPage) {
      await open(page, each);
      const shift = await page.evaluate(() => {
        const shifts: number[] = Reflect.get(window, 'shiftsOfTest');
        return shifts.reduce((sum, value) => sum + value, 0);
      });
      expect(shift, `${name} at ${width} px`).toBeLessThanOrEqual(MOST_SHIFT);
    }
  }
});

import { expect } from 'vitest';
import { createAccount } from './support/account.ts';
import { browserTest } from './support/chromium.ts';
import { useDashboard } from './support/dashboard.ts';
import { open } from './support/settled.ts';

const dashboard = useDashboard();

browserTest(
  'amounts as large as they may be are shown whole on a phone, and names stay in their place',
  async () => {
    const { api, session } = await createAccount(dashboard.url);
    const { page, problems } = await dashboard.visit({ ...session, viewport: { width: 320, height: 740 } });
    const name = 'Unbroken'.repeat(25);
    await api.agents.create.mutate({ key: 'scout', name });
    await api.revenues.record.mutate({
      amount: '-999999999999999.999999999',
      recordedAt: new Date().toISOString(),
      agentKey: 'scout',
    });
    const pages = [
      { path: '/', heading: 'Overview' },
      { path: '/agents/scout', heading: name },
      { path: '/explore', heading: 'Explore' },
      { path: '/explore?every="day"', heading: 'Explore' },
    ];
    for (const { path, heading } of pages) {
      await open(page, { path, heading });
      const outside = await page.evaluate(() => {
        const isOut = (element: Element) => {
          const { left, right, width } = element.getBoundingClientRect();
          return width > 0 && (left < 0 || right > window.innerWidth);
        };
        const parts = document.querySelectorAll('header *, h1, [data-figure]:not(td), figure svg *');
        return [...parts].filter(isOut).map(({ outerHTML }) => outerHTML.slice(0, 120));
      });
      expect(outside, path).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
    }
    await page.goto('/');
    const revenue = page.getByRole('group', { name: 'Revenue', exact: true }).locator('[data-figure]');
    await expect.poll(() => revenue.textContent()).toBe('-$1,000,000,000,000,000.00');
    expect(await revenue.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
    expect(problems).toEqual([]);
  },
);

// @module-tag Chromium
import { expect, test } from 'vitest';
import { createAccount } from './support/account.ts';
import { useDashboard } from './support/dashboard.ts';
import { recordPrices } from './support/prices.ts';
import { open, settled } from './support/settled.ts';

const dashboard = useDashboard();

test('the largest amounts fit on a phone, exact on hover, and names keep their column', async () => {
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
  await expect.poll(() => revenue.locator('[aria-hidden]').textContent()).toBe('-$1000T');
  const exact = '-$999,999,999,999,999.999999999';
  expect(await revenue.getAttribute('title')).toBe(exact);
  await revenue.getByText(exact, { exact: true }).waitFor({ state: 'attached' });
  expect(problems).toEqual([]);
});

const WIDTHS = [390, 1280, 1440, 1920];

test('no figure of a tile or table breaks inside a number, at any width', async () => {
  const { api, session } = await createAccount(dashboard.url);
  const { page, problems } = await dashboard.visit(session);
  const recordedAt = new Date().toISOString();
  await api.revenues.recordBatch.mutate([
    { amount: '1234567.89', recordedAt, agentKey: 'gains', customerKey: 'acme' },
    { amount: '-98765432.10', recordedAt, agentKey: 'losses', customerKey: 'acme' },
  ]);
  for (const { path, heading, shown } of [
    { path: '/agents/gains', heading: 'gains', shown: '$1,234,567.89' },
    { path: '/agents/losses', heading: 'losses', shown: '-$98.8M' },
    { path: '/', heading: 'Overview', shown: '-$97.5M' },
  ]) {
    await open(page, { path, heading });
    const tile = page.getByRole('group', { name: 'Revenue', exact: true });
    await tile.getByText(shown, { exact: true }).first().waitFor();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 860 });
      await settled(page);
      const broken = await page.evaluate(() => {
        const figures = [...document.querySelectorAll<HTMLElement>('.figures')];
        const lines = (element: HTMLElement) => {
          const range = document.createRange();
          range.selectNodeContents(element);
          return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 8))).size;
        };
        const isCut = (element: HTMLElement) => {
          const frame = element.closest('[role=group]')?.getBoundingClientRect();
          return (
            frame !== undefined && element.getBoundingClientRect().left + element.scrollWidth > frame.right
          );
        };
        return figures
          .filter((element) => isCut(element) || (!element.querySelector('*') && lines(element) > 1))
          .map(({ textContent }) => textContent);
      });
      expect(broken, `${path} at ${width} px`).toEqual([]);
      const scrollWidth = () => page.evaluate(() => document.documentElement.scrollWidth);
      await expect.poll(scrollWidth, { message: `${path} at ${width} px` }).toBeLessThanOrEqual(width);
    }
  }
  expect(problems).toEqual([]);
});

test('the actions of a wide table stay in sight on a phone', async () => {
  const { api, session } = await createAccount(dashboard.url);
  const { page, problems } = await dashboard.visit({ ...session, viewport: { width: 390, height: 800 } });
  await api.reports.save.mutate({
    name: 'Weekly',
    description: 'Revenue of every agent, by week.',
    document: '{ agents { nodes { key } } }',
  });
  await recordPrices(api);
  for (const { path, heading, table, action } of [
    { path: '/views', heading: 'Views', table: 'Views', action: 'Delete Weekly' },
    { path: '/prices', heading: 'Prices', table: 'Your prices', action: 'Delete the price of house-model' },
    { path: '/settings/api-keys', heading: 'Settings', table: 'API keys', action: /^Actions for/ },
  ]) {
    await open(page, { path, heading });
    const scrolling = page.getByRole('region', { name: table });
    await expect.poll(() => scrolling.evaluate((each) => each.scrollWidth > each.clientWidth)).toBe(true);
    const { x, width } = (await page.getByRole('button', { name: action }).boundingBox()) ?? {
      x: 390,
      width: 0,
    };
    expect(x + width, path).toBeLessThanOrEqual(390);
  }
  expect(problems).toEqual([]);
});

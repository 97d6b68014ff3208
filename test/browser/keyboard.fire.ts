// @module-tag Chromium
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useAccount, useDashboard } from './support/dashboard.ts';
import { seedDemo } from './support/demo.ts';
import { everyPage, morePages, publicPages } from './support/every-page.ts';
import { keyboardFaults } from './support/keyboard.ts';
import { report } from './support/report.ts';
import { open, settled } from './support/settled.ts';

const dashboard = useDashboard();
const account = useAccount(dashboard, async ({ token, api }) => {
  await seedDemo(dashboard.url, token, { days: 3, sessions: 6 });
  await api.reports.save.mutate(report);
});

test('Tab reaches everything on each page, and the focus is visible and moves on', async () => {
  const { page, problems } = await account.visit();
  const stranger = await dashboard.visit();
  const faults: string[] = [];
  for (const each of [...everyPage, ...morePages]) {
    await open(page, each);
    faults.push(...(await keyboardFaults(page, each.name)));
  }
  for (const each of publicPages) {
    await open(stranger.page, each);
    faults.push(...(await keyboardFaults(stranger.page, each.name)));
  }
  expect(faults).toEqual([]);
  expect(problems).toEqual([]);
}, 240_000);

test('the focus is never below the header, on the way back either', async () => {
  const { page } = await account.visit();
  await open(page, { path: '/records/events', heading: 'Records' });
  await page.getByRole('button', { name: 'Show more' }).focus();
  const stops = await page.getByRole('main').locator('a, button').count();
  for (let stop = 0; stop < stops; stop++) {
    await page.keyboard.press('Shift+Tab');
    const covered = await page.evaluate(() => {
      const { bottom } = document.querySelector('header')?.getBoundingClientRect() ?? { bottom: 0 };
      const focused = document.activeElement;
      if (!focused?.closest('main')) return undefined;
      return focused.getBoundingClientRect().top < bottom ? focused.outerHTML : undefined;
    });
    expect(covered).toBeUndefined();
  }
});

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first();
const item = (name: string) => (page: Page) => page.getByRole('menuitem', { name });
const dialog = (page: Page) => page.getByRole('dialog');
const menu = (page: Page) => page.getByRole('menu');

type Opened = {
  path: string;
  heading: string;
  /** Pressed with Enter one after the other; at the end the first has the focus again. */
  steps: readonly ((page: Page) => Locator)[];
  shown: (page: Page) => Locator;
};

const keys = { path: '/settings/api-keys', heading: 'Settings' };
const overview = { path: '/?window=custom&from=2026-01-01&to=2026-02-01', heading: 'Overview' };

const openers: Record<string, Opened> = {
  'a new key': { ...keys, steps: [button(/^Generate API key$/i)], shown: dialog },
  'menu of a key': { ...keys, steps: [button(/^Actions for/)], shown: menu },
  rename: { ...keys, steps: [button(/^Actions for/), item('Rename')], shown: dialog },
  rotate: { ...keys, steps: [button(/^Actions for/), item('Rotate')], shown: dialog },
  revoke: { ...keys, steps: [button(/^Actions for/), item('Revoke')], shown: dialog },
  'account menu': { ...overview, steps: [button(/^Account/)], shown: menu },
  search: { ...overview, steps: [button(/^Search/)], shown: dialog },
  'theme menu': { ...overview, steps: [button('Theme')], shown: menu },
  days: { ...overview, steps: [button(/Jan 1, 2026/)], shown: dialog },
  'a new agent': { path: '/agents', heading: 'Agents', steps: [button('New agent')], shown: dialog },
  'an agent': {
    path: '/agents/sales-assistant',
    heading: 'Sales assistant',
    steps: [button('Edit')],
    shown: dialog,
  },
  'a record': { path: '/records/events', heading: 'Records', steps: [button(/^Details of/)], shown: dialog },
  'a view to save': {
    path: '/explore',
    heading: 'Explore',
    steps: [button('Save view')],
    shown: dialog,
  },
  'a document': { path: '/views', heading: 'Views', steps: [button(report.name)], shown: dialog },
  'a view to delete': { path: '/views', heading: 'Views', steps: [button(/^Delete /)], shown: dialog },
  'a built-in price': {
    path: '/prices',
    heading: 'Prices',
    steps: [button(/^Set own price of/)],
    shown: dialog,
  },
};

test('dialogs, drawers and menus take the focus, keep it, and return it on Escape', async () => {
  const { page, problems } = await account.visit();
  const faults: string[] = [];
  let at = '';
  for (const [name, { path, heading, steps, shown }] of Object.entries(openers)) {
    if (at !== path) await open(page, { path, heading });
    at = path;
    const [first, ...others] = steps.map((step) => step(page));
    for (const step of [first, ...others]) await step?.press('Enter');
    const popup = shown(page);
    await popup.waitFor();
    await settled(page);
    const hasFocus = () => popup.evaluate((element) => element.contains(document.activeElement));
    await expect.poll(hasFocus, { message: `${name} has the focus` }).toBe(true);
    if (shown === dialog) faults.push(...(await keyboardFaults(page, name)));
    await page.keyboard.press('Escape');
    await popup.waitFor({ state: 'hidden' });
    const focus = page.locator(':focus');
    const opener = await first?.getAttribute('aria-label');
    await expect
      .poll(() => focus.getAttribute('aria-label'), { message: `focus after ${name}` })
      .toBe(opener);
  }
  expect(faults).toEqual([]);
  expect(problems).toEqual([]);
}, 240_000);

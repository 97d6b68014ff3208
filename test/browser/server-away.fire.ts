// @module-tag Chromium
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { behindProxy, type Gateway, startGateway } from '../support/gateway.ts';
import { bound, report } from '../support/load/figures.ts';
import { createAccount } from './support/account.ts';
import { useBrowser } from './support/dashboard.ts';
import { everyPage, type PageToSee, publicPages } from './support/every-page.ts';
import { apiOf, openProfile, show } from './support/visitor.ts';

/** The promise is three seconds; a run that shares the machine allows more. No other cause shows the banner. */
const SOON = bound(20_000, 3_000);

/** A page of each kind in a tab of its own takes longer than other tests, in milliseconds. */
const MANY_TABS = 180_000;

const browser = useBrowser();
const settings = {
  ...behindProxy,
  DEFAULT_PLAN: 'unlimited',
  SESSION_SECRET: 'one secret for the gateway before and after its restart',
};
let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway(inject('databaseUrl'), settings);
});
afterAll(async () => {
  gateway?.child.kill('SIGCONT');
  await gateway?.stop('SIGKILL');
});

const bannerOf = (page: Page) => page.getByRole('alert').filter({ hasText: "Can't reach the server." });

/** Opens pages in tabs of one profile. */
async function openTabs(pages: readonly PageToSee[], session = {}): Promise<Page[]> {
  const profile = await openProfile(browser.current, gateway.url, session);
  onTestFinished(() => profile.close());
  const tabs: Page[] = [];
  for (const { path, heading } of pages) {
    const page = await profile.newPage();
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        const alerts = [...document.querySelectorAll('[role=alert]')];
        if (!alerts.some(({ textContent }) => textContent?.startsWith("Can't reach"))) return;
        Reflect.set(window, 'toldAt', Date.now());
        observer.disconnect();
      }).observe(document, { subtree: true, childList: true });
    });
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    tabs.push(page);
  }
  return tabs;
}

/** Expects the banner soon after `since`, with the page's content below it. */
async function expectTold(page: Page, since: number): Promise<void> {
  await bannerOf(page).waitFor();
  const toldAt = await page.evaluate(() => Number(Reflect.get(window, 'toldAt')));
  expect(toldAt - since, page.url()).toBeLessThan(SOON);
  expect(await page.getByRole('heading', { level: 1 }).count(), page.url()).toBe(1);
}

test(
  'every page shows within three seconds that the server is unreachable, keeps its figures, and recovers by itself',
  async () => {
    const { api, session, token } = await createAccount(gateway.url);
    await api.agents.create.mutate({ key: 'sales-assistant', name: 'Sales assistant' });
    const recordedAt = new Date().toISOString();
    await api.revenues.record.mutate({ amount: '41.50', agentKey: 'sales-assistant', recordedAt });
    const inside = await openTabs(everyPage, session);
    const pages = [...inside, ...(await openTabs(publicPages))];
    const [overview] = inside as [Page];
    const revenue = overview.getByRole('group', { name: 'Revenue', exact: true });
    await revenue.getByText('$41.50', { exact: true }).waitFor();
    await overview.getByRole('status').getByText('Live').waitFor();

    // Stopped by a signal: connections are accepted, and requests not answered.
    const frozenAt = Date.now();
    gateway.child.kill('SIGSTOP');
    onTestFinished(() => void gateway.child.kill('SIGCONT'));
    await Promise.all(pages.map((page) => expectTold(page, frozenAt)));
    report('Server away: banner on every page');
    expect(await revenue.getByText('$41.50', { exact: true }).count()).toBe(1);
    expect(await bannerOf(overview).textContent()).toMatch(
      /^Can't reach the server\. Reconnecting… Last updated .*\d+:\d\d/,
    );
    await overview.getByRole('status').getByText('Not connected').waitFor();
    gateway.child.kill('SIGCONT');
    await Promise.all(pages.map((page) => bannerOf(page).waitFor({ state: 'detached' })));
    await overview.getByRole('status').getByText('Live').waitFor();
    await api.revenues.record.mutate({ amount: '8.50', agentKey: 'sales-assistant', recordedAt });
    await revenue.getByText('$50.00', { exact: true }).waitFor();

    // Killed, and restarted at the same address.
    await gateway.stop('SIGKILL');
    await Promise.all(pages.map((page) => bannerOf(page).waitFor()));
    expect(await revenue.getByText('$50.00', { exact: true }).count()).toBe(1);
    await overview.getByRole('link', { name: 'Views' }).click();
    await overview.getByRole('heading', { name: 'Views' }).waitFor();
    const beside = apiOf(inject('dashboardUrl'), token);
    await beside.revenues.record.mutate({ amount: '0.25', agentKey: 'sales-assistant', recordedAt });
    const { port } = new URL(gateway.url);
    gateway = await startGateway(inject('databaseUrl'), { ...settings, PORT: port });
    await Promise.all(pages.map((page) => bannerOf(page).waitFor({ state: 'detached' })));
    await overview.getByText('No views yet').waitFor();
    const agents = inside[everyPage.findIndex(({ name }) => name === 'agents')] as Page;
    await agents.getByRole('table', { name: 'Agents' }).getByText('$50.25').first().waitFor();
  },
  MANY_TABS,
);

test('figures and records from during a network outage are shown after it', async () => {
  const { api, session } = await createAccount(gateway.url);
  const [page] = (await openTabs(everyPage.slice(0, 1), session)) as [Page];
  await page.getByRole('status').getByText('Live').waitFor();
  // The code of this part is loaded after the rest.
  await page.getByText('Waiting for the first record').waitFor();
  await page.context().setOffline(true);
  await bannerOf(page).waitFor();
  await page.getByRole('status').getByText('Not connected').waitFor();
  await api.revenues.record.mutate({ amount: '41.50', recordedAt: new Date().toISOString() });
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Live activity' }).click();
  await page.getByLabel('Live feed').getByText('$41.50').waitFor();
  await page.keyboard.press('Escape');
  await page
    .getByRole('group', { name: 'Revenue', exact: true })
    .getByText('$41.50', { exact: true })
    .waitFor();
  expect(await bannerOf(page).count()).toBe(0);
});

test('a proxy without a server behind it causes the banner until it has one', async () => {
  const { session } = await createAccount(gateway.url);
  const [page] = (await openTabs([{ name: 'agents', path: '/agents', heading: 'Agents' }], session)) as [
    Page,
  ];
  const away = /\/(trpc|api)\//;
  const statuses = [502, 503, 504];
  await page.route(away, (route) => {
    const status = statuses.shift() ?? 502;
    return route.fulfill({ status, body: '<h1>Bad gateway</h1>', contentType: 'text/html' });
  });
  await bannerOf(page).waitFor();
  // A form fails at once, and the typed text stays.
  await page.getByRole('button', { name: 'New agent' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Key').fill('scout');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByRole('alert').getByText("Couldn't reach the server.").waitFor();
  expect(statuses).toEqual([]);
  expect(await bannerOf(page).count()).toBe(1);
  await page.unroute(away);
  await bannerOf(page).waitFor({ state: 'detached' });
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('region', { name: 'No records in this period' }).getByText('scout').waitFor();
});

test('a slow network is not taken for an unreachable server for long', async () => {
  const { session } = await createAccount(gateway.url);
  const [page] = (await openTabs([{ name: 'agents', path: '/agents', heading: 'Agents' }], session)) as [
    Page,
  ];
  await page.route('**/api/auth/session', async (route) => {
    await delay(2_200);
    await route.continue();
  });
  await bannerOf(page).waitFor();
  await bannerOf(page).waitFor({ state: 'detached' });
  for (let checks = 0; checks < 2; checks++) {
    await page.waitForResponse('**/api/auth/session');
    expect(await bannerOf(page).count()).toBe(0);
  }
});

test('hidden tabs hold no connection, so that seven tabs with live figures stay connected', async () => {
  const { api, session } = await createAccount(gateway.url);
  const profile = await openProfile(browser.current, gateway.url, session);
  onTestFinished(() => profile.close());
  const tabs: Page[] = [];
  for (let i = 0; i < 7; i++) {
    const page = await profile.newPage();
    await page.goto('/');
    await page.getByRole('status').getByText('Live').waitFor();
    tabs.push(page);
    if (i < 6) await show(page, 'hidden');
  }
  await api.events.record.mutate({ type: 'llm.call', agentKey: 'agent-0' });
  const [first, last] = [tabs[0], tabs.at(-1)] as [Page, Page];
  await last.getByRole('button', { name: 'Live activity' }).click();
  await last.getByLabel('Live feed').getByText('llm.call').waitFor();
  expect(await first.getByLabel('Live feed').getByText('llm.call').count()).toBe(0);
  await show(first, 'visible');
  await first.getByRole('button', { name: 'Live activity' }).click();
  await first.getByLabel('Live feed').getByText('llm.call').waitFor();
  for (const page of [first, last]) expect(await bannerOf(page).count()).toBe(0);
});

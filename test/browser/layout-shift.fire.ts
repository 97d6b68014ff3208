// @module-tag Chromium
import { expect, test } from 'vitest';
import { createAccount } from './support/account.ts';
import { useAccount, useDashboard } from './support/dashboard.ts';
import { seedDemo } from './support/demo.ts';
import { everyPage } from './support/every-page.ts';
import { watchShifts } from './support/screen-faults.ts';
import { open, settled } from './support/settled.ts';

const dashboard = useDashboard();
const account = useAccount(dashboard, ({ token }) =>
  seedDemo(dashboard.url, token, { days: 10, sessions: 20 }),
);

const MOST_SHIFT = 0.05;
/** The pages with the most content beside or below parts that load late. */
const movesWide: readonly string[] = ['overview', 'explore', 'events', 'agents', 'agent'];

test('no page moves its content while it loads, wide or narrow', { timeout: 240_000 }, async () => {
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

test('the empty overview moves nothing, however late its parts arrive', async () => {
  const { session } = await createAccount(dashboard.url);
  const { page } = await dashboard.visit({ ...session, viewport: { width: 390, height: 1400 } });
  const shift = await watchShifts(page);
  // The parts arrive in this order: the counts of records, the code, the keys.
  const code = Promise.withResolvers<void>();
  const keys = Promise.withResolvers<void>();
  await page.route('**/assets/first-record-*.js', (route) => code.promise.then(() => route.continue()));
  await page.route('**/trpc/**apiKeys.list**', (route) => keys.promise.then(() => route.continue()));
  const loading = page.waitForRequest('**/assets/first-record-*.js');
  const asked = page.waitForRequest('**/trpc/**apiKeys.list**');
  await page.goto('/');
  await loading;
  await page.getByRole('group', { name: 'Revenue', exact: true }).waitFor({ state: 'detached' });
  code.resolve();
  await asked;
  keys.resolve();
  await page.getByText('its secret cannot be shown again').waitFor();
  await settled(page);
  expect(await shift()).toBeLessThanOrEqual(MOST_SHIFT);
});

test('the page of an agent moves nothing when its name arrives late', async () => {
  const { session, token } = await createAccount(dashboard.url);
  const key = 'k'.repeat(255);
  const created = await fetch(`${dashboard.url}/v1/agents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ key, name: 'Sales' }),
  });
  expect(created.status).toBe(201);
  const { page } = await dashboard.visit({ ...session, viewport: { width: 390, height: 860 } });
  const shift = await watchShifts(page);
  const agent = Promise.withResolvers<void>();
  await page.route('**/trpc/**agents.**', (route) => agent.promise.then(() => route.continue()));
  await page.goto(`/agents/${key}`);
  await page.getByRole('heading', { level: 1, name: key }).waitFor();
  agent.resolve();
  await page.getByRole('heading', { level: 1, name: 'Sales' }).waitFor();
  await settled(page);
  expect(await shift()).toBeLessThanOrEqual(MOST_SHIFT);
});

test('a claim link that does not work moves nothing, whichever answer is the last', async () => {
  const answers = ['**/api/auth/sign-up', '**/api/auth/claim'] as const;
  for (const late of answers) {
    const early = answers[late === answers[0] ? 1 : 0];
    const { page } = await dashboard.visit({ viewport: { width: 390, height: 860 } });
    const shift = await watchShifts(page);
    const held = Promise.withResolvers<void>();
    await page.route(late, (route) => held.promise.then(() => route.continue()));
    const asked = page.waitForRequest(late);
    const answered = page.waitForResponse(early);
    await page.goto('/claim?token=none');
    await Promise.all([asked, answered]);
    // The page draws what it knows so far.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    held.resolve();
    await page.getByRole('alert').waitFor();
    await settled(page);
    expect(await shift(), `${late} last`).toBeLessThanOrEqual(MOST_SHIFT);
  }
});

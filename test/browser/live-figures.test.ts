// @module-tag Chromium
import { expect, test } from 'vitest';
import { createAccount } from './support/account.ts';
import { useDashboard } from './support/dashboard.ts';
import { nanos, sumOf } from './support/nanos.ts';
import { settled } from './support/settled.ts';
import { show } from './support/visitor.ts';

const dashboard = useDashboard();
const REVENUES = 400;

test('figures on screen equal the ledger after hundreds of revenues are recorded meanwhile', async () => {
  const { api, session } = await createAccount(dashboard.url);
  const { page, problems } = await dashboard.visit(session);
  await page.goto('/?window=7d');
  await page.getByRole('status').getByText('Live').waitFor();
  await page.getByRole('heading', { name: 'Record your first revenue' }).waitFor();

  // One by one and in batches, as services do, with amounts that floating point would round.
  const revenues = Array.from({ length: REVENUES }, (_, index) => ({
    amount: `${index % 97}.${String(index * 1_000_003)
      .padStart(9, '0')
      .slice(-9)}`,
    recordedAt: new Date(Date.now() - (index % 5) * 86_400_000).toISOString(),
    agentKey: `agent-${index % 3}`,
    customerKey: index % 4 === 0 ? null : `customer-${index % 20}`,
  }));
  const alone = revenues.slice(0, 100);
  for (let i = 0; i < alone.length; i += 20) {
    await Promise.all(alone.slice(i, i + 20).map((revenue) => api.revenues.record.mutate(revenue)));
  }
  for (let i = alone.length; i < REVENUES; i += 100) {
    await api.revenues.recordBatch.mutate(revenues.slice(i, i + 100));
  }
  await api.events.record.mutate({ type: 'llm.call', agentKey: 'agent-0', cost: '12.000000001' });

  const revenue = sumOf(revenues);
  const figure = (name: string) =>
    page.getByRole('group', { name, exact: true }).locator('[data-figure]').getAttribute('data-figure');
  await expect.poll(async () => nanos(await figure('Revenue'))).toBe(revenue);
  await expect.poll(() => figure('Cost')).toBe('12.000000001');
  expect(nanos(await figure('Margin'))).toBe(revenue - nanos('12.000000001'));

  const { items } = await api.revenues.list.query({ limit: REVENUES });
  expect(sumOf(items)).toBe(revenue);
  const shown = await page
    .getByRole('group', { name: 'Revenue', exact: true })
    .locator('[data-figure]')
    .textContent();
  // Shown to the cent, half a cent rounded up.
  expect(nanos(shown?.replace(/[$,]/g, ''))).toBe(((revenue + 5_000_000n) / 10_000_000n) * 10_000_000n);

  const agents = page.getByRole('table', { name: 'Agents earning most' }).getByRole('row');
  await expect.poll(() => agents.count()).toBe(4);
  await page.getByRole('button', { name: 'Live activity' }).click();
  await page.getByLabel('Live feed').getByText('llm.call').waitFor();
  expect(await page.getByRole('heading', { name: 'Record your first revenue' }).count()).toBe(0);
  expect(problems).toEqual([]);
});

test('a hidden tab sends nothing, and is up to date when it is shown again', async () => {
  const { api, session } = await createAccount(dashboard.url);
  const { page, problems } = await dashboard.visit(session);
  await page.clock.install();
  await page.goto('/');
  await page.getByRole('status').getByText('Live').waitFor();
  await settled(page);
  await show(page, 'hidden');
  // Requests that it had begun end first.
  await page.clock.runFor(5_000);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.clock.runFor('10:00');
  await api.revenues.record.mutate({ amount: '41.50', recordedAt: new Date().toISOString() });
  await page.clock.runFor('10:00');
  expect(asked).toEqual([]);

  await show(page, 'visible');
  await page.getByRole('button', { name: 'Live activity' }).click();
  await page.getByLabel('Live feed').getByText('$41.50').waitFor();
  await page
    .getByRole('group', { name: 'Revenue', exact: true })
    .getByText('$41.50', { exact: true })
    .waitFor();
  expect(problems).toEqual([]);
});

test('a page without input checks its session every 30 seconds, and at once when it is used', async () => {
  const { session } = await createAccount(dashboard.url);
  const { page } = await dashboard.visit(session);
  let checks = 0;
  let answers = 0;
  const isCheck = (request: { url(): string }) => request.url().endsWith('/api/auth/session');
  page.on('request', (request) => {
    if (isCheck(request)) checks++;
  });
  page.on('requestfinished', (request) => {
    if (isCheck(request)) answers++;
  });
  // On a busy machine the page gives up a check that takes too long.
  page.on('requestfailed', (request) => {
    if (isCheck(request)) answers++;
  });
  /** Waits for the answers to all checks, because the page plans its next check only then. */
  const answered = async () => {
    await expect.poll(() => answers).toBe(checks);
    await page.evaluate(() => fetch('/healthz').then(() => undefined));
  };
  const passUntilAnother = async (time: string) => {
    const before = checks;
    await expect
      .poll(async () => {
        await page.clock.fastForward(time);
        return checks;
      })
      .toBeGreaterThan(before);
    await answered();
  };
  await page.clock.install();
  await page.goto('/tools');
  await page.getByText('No tools yet').waitFor();
  await answered();
  // The check that is due then finds that nobody has used the page.
  await page.clock.pauseAt(new Date(Date.now() + 6 * 60_000));
  await answered();
  await passUntilAnother('00:02');
  const idle = checks;
  for (let seconds = 0; seconds < 25; seconds += 5) {
    await page.clock.fastForward('00:05');
    await page.evaluate(() => fetch('/healthz').then(() => undefined));
  }
  expect(checks).toBe(idle);
  await passUntilAnother('00:03');
  const unused = checks;
  await page.mouse.move(200, 200);
  await expect.poll(() => checks).toBeGreaterThan(unused);
});

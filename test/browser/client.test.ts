// @module-tag Chromium
import { expect, test } from 'vitest';
import { bundled } from './support/bundled.ts';
import { useAccount, useDashboard } from './support/dashboard.ts';

const dashboard = useDashboard();
const account = useAccount(dashboard);

test('the client records and reads in a page with the session of its visitor', async () => {
  const { page, problems } = await dashboard.visit(account.current.session);
  await page.goto('/');
  await page.evaluate(`${await bundled('client')}
    var outturn = client.createOutturnClient({ url: location.origin, apiKey: null, retries: 0 });`);

  const seen = await page.evaluate(`(async () => {
    const { id } = await outturn.revenues.record.mutate({ amount: '1.50', recordedAt: new Date().toISOString() });
    const where = { agent: { in: Array.from({ length: 200 }, (_, i) => 'k'.repeat(200) + i) } };
    const window = { from: '2026-01-01', to: '2026-02-01' };
    const [list, { totals }] = await Promise.all([
      outturn.revenues.list.query({}),
      outturn.analytics.slice.query({ window, where, totals: ['revenue'] }),
    ]);
    return { isListed: list.items.some((item) => item.id === id), totals };
  })()`);

  expect(seen).toEqual({ isListed: true, totals: { revenue: '0' } });
  expect(problems).toEqual([]);
});

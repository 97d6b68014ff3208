import { expect } from 'vitest';
import { browserTest } from '../browser/support/chromium.ts';
import { useDashboard } from '../browser/support/dashboard.ts';
import { apiOf, mintKey, signUp } from '../browser/support/visitor.ts';

const dashboard = useDashboard();
const AGENTS = 1_050;

browserTest(
  'every agent that is listed has its figures, however many have larger ones',
  async () => {
    const visitor = await dashboard.visit();
    const { page, problems } = visitor;
    await signUp(visitor);
    const api = apiOf(dashboard.url, await mintKey(visitor));
    // The later an agent comes, which lists begin with, the less it has; keys are as long as they may be.
    const keyOf = (index: number) => `${'k'.repeat(250)}${String(index).padStart(5, '0')}`;
    const revenues = Array.from({ length: AGENTS }, (_, index) => ({
      amount: String(AGENTS - index),
      recordedAt: new Date().toISOString(),
      agentKey: keyOf(index),
    }));
    for (let i = 0; i < AGENTS; i += 525) await api.revenues.recordBatch.mutate(revenues.slice(i, i + 525));
    await page.goto('/agents');
    const table = page.getByRole('table', { name: 'Agents' });
    const revenueOf = (index: number) =>
      table
        .getByRole('row', { name: keyOf(index) })
        .getByRole('cell')
        .nth(1)
        .textContent();
    await expect.poll(() => revenueOf(AGENTS - 1)).toBe('$1.00');
    await page.getByText('The order is that of the 100 shown; there are more.').waitFor();
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => revenueOf(AGENTS - 200)).toBe('$200.00');
    expect(await revenueOf(AGENTS - 1)).toBe('$1.00');
    expect(problems).toEqual([]);
  },
  120_000,
);

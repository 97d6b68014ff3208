import { expect } from 'vitest';
import { browserTest } from '../browser/support/chromium.ts';
import { useDashboard } from '../browser/support/dashboard.ts';
import { apiOf, mintKey, signUp } from '../browser/support/visitor.ts';

const dashboard = useDashboard();

browserTest(
  'an empty list says whether nothing was recorded yet, or nothing matches the filters',
  async () => {
    const visitor = await dashboard.visit();
    const { page, problems } = visitor;
    await signUp(visitor);
    const api = apiOf(dashboard.url, await mintKey(visitor));
    await page.goto('/records/revenues');
    const table = page.getByRole('table', { name: 'Revenues' });
    await table.getByText('No revenues have been recorded yet.').waitFor();
    expect(await table.getByRole('link', { name: 'API documentation' }).getAttribute('href')).toBe('/docs');
    await table.getByRole('link', { name: 'generate an API key' }).click();
    await page.getByRole('button', { name: 'Generate API key' }).waitFor();

    for (const filter of ['agentKey=nobody', 'from=2026-01-01', 'to=2026-01-01']) {
      await page.goto(`/records/revenues?${filter}`);
      await table.getByText('No revenues match these filters.').waitFor();
    }
    // A filter of other kinds, an order and a record whose details are open leave nothing out.
    await page.goto('/records/revenues?goalKey=lead&sort=time');
    await table.getByText('No revenues have been recorded yet.').waitFor();

    await api.goals.record.mutate({ goalKey: 'lead', agentKey: 'scout' });
    await page.goto('/agents/scout');
    await table.getByText('No revenues name it yet.').waitFor();
    expect(problems).toEqual([]);
  },
);

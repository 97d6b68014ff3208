import { describe, expect, test } from 'vitest';
import { failureOf } from '../support/failure-of.ts';
import { useClientsBehind } from './behind.ts';

const clients = useClientsBehind();

describe('batches', () => {
  test('hold the concurrent queries, at most 50 of them, and no mutation', async () => {
    const { client, seen } = await clients.behind([]);

    const queries = Array.from({ length: 120 }, () => client.agents.list.query({ limit: 1 }));
    const mutations = [1, 2].map(() => client.goals.record.mutate({ goalKey: 'signup' }));
    await Promise.all([...queries, ...mutations]);

    const sizes = seen.map(({ method, path }) => `${method} ${path.split('?')[0]?.split(',').length}`);
    expect(sizes.sort()).toEqual(['GET 20', 'GET 50', 'GET 50', 'POST 1', 'POST 1']);
  });

  test('are retried with all of their queries', async () => {
    const { client, seen } = await clients.behind([500, 'reset']);

    await Promise.all(Array.from({ length: 10 }, () => client.agents.list.query({})));
    const sizes = seen.map(({ path }) => path.split(',').length);
    expect(sizes[0]).toBe(10);
    // A busy process may fire the timers of a retry in several turns of the event loop, which makes several batches.
    expect(sizes.reduce((sum, size) => sum + size)).toBe(10 + 10 + (sizes[1] ?? 0));
    expect(sizes.length).toBeLessThan(3 + 10);
  });

  test('stay within the longest URL, and a longer query goes alone as a POST', async () => {
    const { client, seen } = await clients.behind([]);
    const key = (length: number) => 'k'.repeat(length);
    const window = { from: '2026-01-01', to: '2026-02-01' };
    const where = { agent: { in: Array.from({ length: 200 }, (_, i) => `${key(200)}${i}`) } };

    const lists = Array.from({ length: 40 }, () => client.revenues.list.query({ agentKey: key(250) }));
    const [slice] = await Promise.all([
      client.analytics.slice.query({ window, where, totals: ['revenue'] }),
      ...lists,
    ]);

    expect(slice.totals).toEqual({ revenue: '0' });
    expect(seen.filter(({ method }) => method === 'POST')).toMatchObject([{ path: '/trpc/analytics.slice' }]);
    const gets = seen.filter(({ method }) => method === 'GET');
    expect(gets.length).toBeGreaterThan(1);
    for (const { path } of gets) expect(path.length).toBeLessThan(8_000);
  });

  test('are not ended by the timeout of one of their queries', async () => {
    const { client } = await clients.behind([]);
    const { signal } = new AbortController();
    const aborted = client.agents.list.query({}, { signal: AbortSignal.timeout(0) });
    const others = [client.agents.list.query({}, { signal }), client.agents.list.query({})];
    await failureOf(aborted);
    expect(await Promise.all(others)).toMatchObject([{ items: [] }, { items: [] }]);
  });
});

import path from 'node:path';
import { expect, test } from 'vitest';
import { mintKey } from '../support/developers.ts';
import { useGateway } from '../support/drivers/surfaces.ts';
import { createClient } from './client.ts';
import { generate } from './generate.ts';
import { WorthDocument } from './questions.generated.ts';

const gateway = useGateway();

test('graphql-codegen generates the client that is type-checked beside this test from the published schema', async () => {
  const file = path.resolve(import.meta.dirname, 'questions.generated.ts');
  await expect(await generate()).toMatchFileSnapshot(file);
});

test('the client returns values of its declared types', async () => {
  const { token } = await mintKey();
  const record = (group: string, body: object) =>
    fetch(`${gateway.url}/v1/${group}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ agentKey: 'ann', customerKey: 'acme', ...body }),
    });
  await record('revenues', { amount: '99.90', recordedAt: '2026-02-01T00:00:00Z' });
  await record('revenues', { amount: '0.10', recordedAt: '2026-02-01T00:00:00Z', agentKey: 'bob' });
  await record('events', { type: 'llm.call', cost: '50.00', occurredAt: '2026-02-01T00:00:00Z' });
  await record('goals', { goalKey: 'signup', achievedAt: '2026-03-31T22:30:00Z' });

  const ask = createClient({ url: `${gateway.url}/graphql`, token });
  const { analytics } = await ask(WorthDocument, {
    window: { from: '2026-01-01', to: '2026-04-01' },
    every: 'QUARTER',
    first: 1,
  });
  expect(analytics).toEqual({
    window: { from: '2025-12-31T23:00:00.000Z', to: '2026-03-31T22:00:00.000Z' },
    totals: { revenue: '100', roi: 1, revenueCount: 2 },
    previous: { totals: { revenue: '0' } },
    agents: [
      {
        key: 'ann',
        label: 'ann',
        isOther: false,
        totals: { revenue: '99.9', roi: 0.998, revenueCount: 1 },
        months: [{ start: '2025-12-31T23:00:00.000Z', totals: { goals: 0 } }],
      },
      {
        key: null,
        label: null,
        isOther: true,
        totals: { revenue: '0.1', roi: null, revenueCount: 1 },
        months: [{ start: '2025-12-31T23:00:00.000Z', totals: { goals: 0 } }],
      },
    ],
    funnel: [
      { goalKey: 'signup', conversion: null },
      { goalKey: 'paid', conversion: null },
    ],
  });
});

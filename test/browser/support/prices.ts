import type { Account } from './account.ts';

/** A price with a tier, and calls of models with and without one. */
export async function recordPrices(api: Account['api']): Promise<void> {
  const tier = { above: 200_000, input: '4', output: '16' };
  await api.prices.create.mutate({
    ...{ model: 'house-model', effectiveFrom: '2026-01-01T00:00:00Z', serviceTier: 'batch' },
    ...{ input: '2', output: '8', cacheRead: '0.5', perRequest: '0.01', tiers: [tier] },
  });
  const call = { type: 'llm.call', inputTokens: 1_000, cacheReadTokens: 800, outputTokens: 200 };
  await api.events.recordBatch.mutate([
    { ...call, model: 'house-model', serviceTier: 'batch' },
    { ...call, model: `unpriced-${'m'.repeat(200)}`, provider: 'ollama' },
  ]);
}

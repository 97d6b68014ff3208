/** A call that writes, with the idempotency key that its retry repeats. */
export type Write = { name: string; method: 'POST' | 'PATCH' | 'DELETE'; path: string; body?: unknown };

const post = (name: string, path: string, body: unknown): Write => ({ name, method: 'POST', path, body });

const at = (day: number) => `2026-01-${String(day).padStart(2, '0')}T10:30:00.000Z`;
const keys = { agentKey: 'support', customerKey: 'acme' };

/** A few rows of every kind. Every release since 0.1.0 accepts these calls. */
export const writes: readonly Write[] = [
  post('agent', '/v1/agents', { key: 'support', name: 'Support', metadata: { tier: 'gold' } }),
  post('customer', '/v1/customers', { key: 'acme', name: 'Acme', description: 'Anvils' }),
  post('goal-type', '/v1/goal-types', { key: 'resolved', name: 'Resolved', value: '12.5' }),
  post('tool', '/v1/tools', { key: 'search', name: 'Search', value: '0.25' }),
  { name: 'renamed', method: 'PATCH', path: '/v1/agents/support', body: { name: 'Support desk' } },
  post('event', '/v1/events', {
    type: 'call',
    name: 'answer',
    sessionKey: 'first',
    toolKey: 'search',
    cost: '0.0125',
    inputTokens: 1200,
    outputTokens: 80,
    model: 'model',
    provider: 'provider',
    occurredAt: at(2),
    metadata: { attempt: 1 },
  }),
  post('owner', '/v1/events', { type: 'note', sessionKey: 'first', ...keys, occurredAt: at(3) }),
  post('goal', '/v1/goals', { goalKey: 'resolved', sessionKey: 'second', ...keys, achievedAt: at(4) }),
  post('outcome', '/v1/outcomes', { value: '3.5', sessionKey: 'second', ...keys, generatedAt: at(5) }),
  post('revenue', '/v1/revenues', {
    amount: '99.95',
    recordedAt: at(6),
    description: 'Payment received',
    key: 'invoice-1',
    source: 'Stripe',
    sessionKey: 'second',
    ...keys,
  }),
  post('batch', '/v1/revenues/batch', [
    { amount: '0.000000001', recordedAt: at(7) },
    { amount: '-5', recordedAt: at(31), customerKey: 'left', source: 'Refund' },
  ]),
  ...['agents', 'customers', 'goal-types', 'tools'].flatMap((group): Write[] => [
    post(`left-${group}`, `/v1/${group}`, { key: 'ada', name: 'Ada Lovelace', metadata: { phone: '555' } }),
    { name: `deleted-${group}`, method: 'DELETE', path: `/v1/${group}/ada` },
  ]),
  post('report', '/trpc/reports.save', { name: 'Revenue', document: 'query { __typename }' }),
];

/** Lists and totals, which an upgrade keeps. It completes sessions, so these are not among them. */
export const reads: readonly string[] = [
  ...['revenues', 'outcomes', 'goals', 'events', 'agents', 'customers', 'goal-types', 'tools'].map(
    (list) => `/v1/${list}`,
  ),
  `/trpc/reports.list?input=${encodeURIComponent('{}')}`,
  `/trpc/analytics.slice?input=${encodeURIComponent(
    JSON.stringify({
      window: { from: '2026-01-01', to: '2026-02-01' },
      totals: ['revenue', 'value', 'cost', 'goals'],
      by: { agents: { dimension: 'agent', totals: ['revenue', 'cost'] } },
    }),
  )}`,
];

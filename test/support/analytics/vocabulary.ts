import fc from 'fast-check';

/** The keys in the tests' records and questions; some unusual, and some that sort differently. */
export const vocabulary = {
  agent: ['a', 'B', 'ä', '😀', '\uffee'],
  customer: ['c', 'd', "e'f", '=g'],
  goalType: ['signup', 'qualified', 'paid', 'renewed'],
  tool: ['mail', 'crm', 'search'],
  source: ['Manual', 'stripe', '='],
  session: ['s1', 's2', 's3', 's4'],
  eventType: ['llm.call', 'tool.call'],
  model: ['m1', 'm2', ''],
  provider: ['p'],
} as const;

/** Values in metadata, and as texts, which is how slices see them. */
export const metadataValues = ['email', '', '=x', 5, true, { nested: [1] }, null] as const;
export const metadataTexts = ['email', '', '=x', '5', 'true', 'null'] as const;
export const metadataKeys = ['channel', "it's"] as const;

/** Agents and customers that are created before records name them. */
export const described = {
  agents: [
    { key: 'a', name: 'Ann', metadata: { team: 'red', level: 1 } },
    { key: 'B', metadata: { team: 'red' } },
    { key: 'ä', name: 'Ärmel', metadata: { team: null, level: '' } },
  ],
  customers: [
    { key: 'c', name: 'Customer', metadata: { segment: 'smb' } },
    { key: 'd', metadata: { segment: 'enterprise', tier: 2 } },
  ],
} as const;
export const agentMetadataKeys = ['team', 'level'] as const;
export const customerMetadataKeys = ['segment', 'tier'] as const;

/**
 * The own price of one of the models, in USD per million tokens. Odd numbers of tokens cost half a billionth of a USD. The parts
 * of a tier without a price cost what their whole costs.
 */
export const modelPrice = {
  model: 'm1',
  effectiveFrom: '1970-01-01T00:00:00.000Z',
  input: '0.3005',
  output: '1.2',
  cacheRead: '0.030001',
  cacheWrite: '0.375',
  cacheWrite1h: '0.6',
  reasoning: '2.4',
  tiers: [{ above: 1_000, input: '0.6005', output: '3.5', cacheRead: '0.06' }],
} as const;

export const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

export const amount = fc.oneof(
  fc.constantFrom('0', '1', '2.50', '-1', '99.90', '0.000000001'),
  fc
    .tuple(fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n }), fc.stringMatching(/^(\.\d{1,9})?$/))
    .map(([whole, fraction]) => `${whole}${fraction}`),
);

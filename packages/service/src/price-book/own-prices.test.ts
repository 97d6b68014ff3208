import { expect, test } from 'vitest';
import { DeveloperPrices } from './developer-prices.ts';
import type { OwnPrice } from './own-prices.ts';
import { AT, builtIn, costOf, priceOf } from './prices.fixture.ts';

const usage = { input: 1_000_000 };
const call = { provider: 'openai', model: 'gpt-4.1-mini', usage };

let count = 0;
function own(input: string, terms: Partial<OwnPrice> = {}): OwnPrice {
  count++;
  return {
    id: String(count),
    provider: null,
    model: 'gpt-4.1-mini',
    serviceTier: null,
    effectiveFrom: '2026-01-01T00:00:00.000Z',
    price: { input },
    ...terms,
  };
}

/** In the order in which they apply, the last first. */
const ascending: [string, OwnPrice][] = [
  ['a pattern', own('1', { model: 'gpt*' })],
  ['a pattern with the provider', own('2', { model: 'gpt*', provider: 'openai' })],
  ['a longer pattern', own('3', { model: 'gpt-4*' })],
  ['the exact model', own('4')],
  ['the exact model, newer', own('5', { effectiveFrom: '2026-02-01T00:00:00.000Z' })],
  ['the exact model with the service tier', own('6', { serviceTier: 'Flex' })],
  ['the exact model with the provider', own('7', { provider: 'OpenAI' })],
  [
    'the exact model with provider and service tier',
    own('8', { provider: 'openai', serviceTier: 'flex', effectiveFrom: '2025-01-01T00:00:00.000Z' }),
  ],
];

test.each(ascending.map(([name], i) => [name, i] as const))('%s comes before all that are wider', (_, i) => {
  const prices = ascending.slice(0, i + 1).map(([, price]) => price);
  for (const list of [prices, prices.toReversed()])
    expect(costOf({ ...call, serviceTier: 'flex' }, list)).toBe(String(i + 1));
});

test('own price comes before the built-in one from its time on', () => {
  const price = own('9', { effectiveFrom: '2026-03-01T00:00:00.000Z' });
  expect(costOf({ ...call, at: '2026-02-28T23:59:59.999Z' }, [price])).toBe('0.4');
  expect(costOf({ ...call, at: '2026-03-01T00:00:00.000Z' }, [price])).toBe('9');
});

test('newest price that has begun applies', () => {
  const prices = ['01', '02', '03'].map((month, i) =>
    own(String(i + 1), { effectiveFrom: `2026-${month}-01T00:00:00.000Z` }),
  );
  expect(costOf({ ...call, at: '2026-02-15T00:00:00.000Z' }, prices)).toBe('2');
  expect(costOf({ ...call, at: '2027-01-01T00:00:00.000Z' }, prices)).toBe('3');
});

test.each<[string, Partial<OwnPrice>, { provider?: string; model: string; serviceTier?: string }, boolean]>([
  ['of another model', { model: 'gpt-4.1' }, { model: 'gpt-4.1-mini' }, false],
  ['of another provider', { provider: 'azure' }, call, false],
  ['of another tier', { serviceTier: 'batch' }, { ...call, serviceTier: 'flex' }, false],
  ['of a tier, for a call without one', { serviceTier: 'batch' }, call, false],
  ['of a tier with spaces', { serviceTier: ' Batch' }, { ...call, serviceTier: 'batch ' }, true],
  ['without a tier, for a call with one', {}, { ...call, serviceTier: 'flex' }, true],
  ['in capitals', { model: 'GPT-4.1-Mini' }, call, true],
  ['for a dated name', {}, { model: 'gpt-4.1-mini-2025-04-14' }, true],
  ['for a name with its provider', {}, { model: 'openai/gpt-4.1-mini' }, true],
  ['with a provider, for a call without one', { provider: 'openai' }, { model: 'gpt-4.1-mini' }, true],
  [
    'with another spelling of the provider',
    { provider: 'openai' },
    { ...call, provider: 'openai.chat' },
    true,
  ],
  [
    'of a deployment',
    { provider: 'azure', model: 'prod' },
    { provider: 'az.ai.openai', model: 'prod' },
    true,
  ],
  [
    'of an unknown provider',
    { provider: 'Ollama', model: '*' },
    { provider: 'ollama', model: 'llama3' },
    true,
  ],
  ['of a program', { provider: 'github', model: 'gpt*' }, { provider: 'github', model: 'gpt-4.1' }, true],
])('price %s', (_, terms, asked, applies) => {
  const price = own('7', terms);
  const found = priceOf(asked, [price]);
  expect(found?.source === 'own').toBe(applies);
});

test('name that was sent comes before its shorter spelling', () => {
  const prices = [own('1'), own('2', { model: 'gpt-4.1-mini-2025-04-14' })];
  expect(costOf({ ...call, model: 'gpt-4.1-mini-2025-04-14' }, prices)).toBe('2');
});

test('of two prices alike, the one that was created last applies, in whichever order they are read', () => {
  const prices = [own('1', { id: 'a' }), own('2', { id: 'b', model: ' gpt-4.1-mini' })];
  for (const list of [prices, prices.toReversed()]) expect(costOf(call, list)).toBe('2');
});

// A batch of a thousand such calls took a minute, in which the gateway answered nobody.
test('a thousand prices do not slow down calls of a thousand models', () => {
  const prices = Array.from({ length: 1_000 }, (_, i) => own('1', { model: `${'x'.repeat(i % 200)}*` }));
  const developer = new DeveloperPrices(builtIn, { own: prices, computesCosts: true });
  const { user } = process.cpuUsage();
  for (let i = 0; i < 1_000; i++) {
    const model = `${'x'.repeat(200)}${i}`;
    const found = developer.find({ provider: undefined, model, serviceTier: undefined, at: AT });
    expect(found).toMatchObject({ own: { model: `${'x'.repeat(199)}*` } });
  }
  expect((process.cpuUsage().user - user) / 1_000).toBeLessThan(5_000);
});

import { calcPrice } from '@pydantic/genai-prices';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Usage } from '../kinds/derivation.ts';
import { picoDollars } from './cost.ts';
import type { MatchRule } from './price-file.ts';
import { builtIn, costOf, priceOf } from './prices.fixture.ts';
import recorded from './recorded-calls.fixture.json' with { type: 'json' };

/** Computed by hand. */
test.each<[string, string, Partial<Usage>, string, string?]>([
  ['openai', 'gpt-4.1-mini', { input: 1413, cacheRead: 1280, output: 57 }, '0.0002724'],
  ['openai', 'gpt-5-mini', { input: 1502, cacheRead: 1408, output: 83 }, '0.0002247'],
  [
    'anthropic',
    'claude-sonnet-4-5',
    { input: 2819, cacheRead: 2048, cacheWrite: 512, cacheWrite1h: 512, output: 41 },
    '0.0050784',
  ],
  [
    'anthropic',
    'claude-sonnet-4-5',
    { input: 1373, cacheRead: 1207, cacheWrite: 71, output: 83 },
    '0.00215835',
  ],
  ['anthropic', 'claude-sonnet-4-5', { input: 250_000, output: 1_000 }, '1.5225', '2025-11-01T00:00:00.000Z'],
  ['google', 'gemini-2.5-flash', { input: 1413, cacheRead: 1280, output: 89, reasoning: 32 }, '0.0003008'],
  ['google', 'gemini-2.5-pro', { input: 300_000, output: 1_000 }, '0.765'],
  ['openai', 'text-embedding-3-small', { input: 17 }, '0.00000034'],
  ['aws', 'us.anthropic.claude-haiku-4-5-20251001-v1:0', { input: 1_000, output: 500 }, '0.00385'],
  ['azure', 'gpt-4o-2024-08-06', { input: 1_000, output: 500 }, '0.0075'],
])('%s %s with %o costs %s USD', (provider, model, usage, cost, at) => {
  expect(costOf({ provider, model, usage, ...(at !== undefined && { at }) })).toBe(cost);
});

test.each(recorded)('$case: $model costs $computedCost', ({ computedCost, case: _, ...call }) => {
  expect(costOf(call)).toBe(computedCost);
});

test('price is that of the time of the call', () => {
  const o3 = (at: string) => costOf({ model: 'o3', usage: { input: 1_000_000 }, at });
  expect(o3('2025-01-01T00:00:00.000Z')).toBe('10');
  expect(o3('2025-06-09T23:59:59.999Z')).toBe('10');
  expect(o3('2025-06-10T00:00:00.000Z')).toBe('2');
  expect(o3('2026-11-01T00:00:00.000Z')).toBe('2');
});

test('price is that of the hour of the day, which ends before its end', () => {
  const deepseek = (time: string) =>
    costOf({ model: 'deepseek-reasoner', usage: { input: 1_000_000 }, at: `2026-11-01T${time}Z` });
  expect(deepseek('00:29:59.999')).toBe('0.135');
  expect(deepseek('00:30:00.000')).toBe('0.55');
  expect(deepseek('16:29:59.999')).toBe('0.55');
  expect(deepseek('16:30:00.000')).toBe('0.135');
});

const models = builtIn.file.providers.flatMap((provider) =>
  provider.models.map((model) => ({ provider, model })),
);

test('book has all models of the package, and knows those without a price', () => {
  expect(models).toHaveLength(1694);
  expect(builtIn.file.providers).toHaveLength(43);
  expect(costOf({ provider: 'openrouter', model: 'mistralai/mistral-7b-instruct:free' })).toBeNull();
});

/** The package has this price with 17 decimals, of which 6 are kept. */
const REPEATING = '0.083333';

describe('differs from calcPrice by less than 1e-10 USD', () => {
  const count = fc.nat({ max: 400_000 });
  const usage = fc
    .record({
      uncached: count,
      cacheRead: count,
      write5m: count,
      write1h: count,
      visible: count,
      reasoning: count,
    })
    .map(
      ({ uncached, cacheRead, write5m, write1h, visible, reasoning }): Usage => ({
        input: uncached + cacheRead + write5m + write1h,
        output: visible + reasoning,
        cacheRead,
        cacheWrite: write5m + write1h,
        cacheWrite1h: write1h,
        reasoning,
      }),
    );
  const time = fc.date({ min: new Date('2024-01-01'), max: new Date('2027-12-31'), noInvalidDate: true });
  let compared = 0;
  const cases = fc.sample(fc.tuple(usage, time), { numRuns: models.length * 5, seed: 49 });

  test.each(builtIn.file.providers.map(({ id }) => id))('%s', (id) => {
    for (const [i, { provider, model }] of models.entries()) {
      if (provider.id !== id || model.prices.length === 0) continue;
      const [name] = [model.id, ...namesIn(model.match)].filter(
        (one) => calcPrice({}, one, { providerId: id })?.model.id === model.id,
      );
      if (name === undefined) throw new Error(`calcPrice finds ${id} ${model.id} by no name.`);
      compared++;
      for (const [usage, at] of cases.slice(5 * i, 5 * i + 5)) {
        const theirs = calcPrice(
          {
            input_tokens: usage.input,
            output_tokens: usage.output,
            cache_read_tokens: usage.cacheRead,
            cache_write_tokens: usage.cacheWrite,
            cache_write_1h_tokens: usage.cacheWrite1h,
            output_reasoning_tokens: usage.reasoning,
          },
          name,
          { providerId: id, timestamp: at },
        );
        const ours = priceOf({ provider: id, model: name, at: at.toISOString() });
        const rounding =
          ours?.source === 'built-in' && ours.period.cacheWrite === REPEATING
            ? usage.cacheWrite * 0.5e-12
            : 0;
        const usd = ours ? Number(picoDollars(ours.rate, usage)) / 1e12 : 0;
        const difference = Math.abs(usd - (theirs?.total_price ?? Number.NaN));
        expect(difference, `${id} ${name} ${at.toISOString()}`).toBeLessThan(1e-10 + rounding);
      }
    }
  });

  test('for all models with prices', () => expect(compared).toBe(1517));
});

/** Names that a rule may match. */
function namesIn(rule: MatchRule): string[] {
  if ('or' in rule) return rule.or.flatMap(namesIn);
  if ('and' in rule) return rule.and.flatMap(namesIn);
  return 'regex' in rule ? [] : Object.values(rule);
}

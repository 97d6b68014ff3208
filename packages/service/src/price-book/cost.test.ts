import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Usage } from '../kinds/derivation.ts';
import { type Price, picoDollars, toRate, toUsd } from './cost.ts';

const none: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cacheWrite1h: 0, reasoning: 0 };

function costOf(price: Price, usage: Partial<Usage>): string {
  const rate = toRate(price);
  return rate ? toUsd(picoDollars(rate, { ...none, ...usage })) : 'unpriced';
}

describe('what other calculators got wrong', () => {
  const sonnet = { input: '3', output: '15', cacheRead: '0.3', cacheWrite: '3.75', cacheWrite1h: '6' };

  test('input that was cached costs the price of the cache', () => {
    expect(costOf(sonnet, { input: 100_000, cacheRead: 99_990, output: 10 })).toBe('0.030177');
    expect(costOf(sonnet, { input: 100_000, output: 10 })).toBe('0.30015');
  });

  test('what is written to the cache for an hour costs more than for five minutes', () => {
    expect(costOf(sonnet, { input: 1_000, cacheWrite: 1_000 })).toBe('0.00375');
    expect(costOf(sonnet, { input: 1_000, cacheWrite: 1_000, cacheWrite1h: 1_000 })).toBe('0.006');
    expect(costOf(sonnet, { input: 1_000, cacheWrite: 1_000, cacheWrite1h: 400 })).toBe('0.00465');
  });

  test('reasoning is part of the output, and not added to it', () => {
    expect(costOf({ input: '1', output: '4' }, { output: 100, reasoning: 80 })).toBe('0.0004');
    expect(costOf({ input: '1', output: '4', reasoning: '2' }, { output: 100, reasoning: 80 })).toBe(
      '0.00024',
    );
  });

  test('a long context takes the prices of its tier for every token', () => {
    const price = {
      input: '1.25',
      output: '10',
      cacheRead: '0.125',
      tiers: [
        { above: 200_000, input: '2.5', output: '15', cacheRead: '0.25' },
        { above: 500_000, input: '5', output: '20' },
      ],
    };
    expect(costOf(price, { input: 200_000, output: 1_000 })).toBe('0.26');
    expect(costOf(price, { input: 200_001, output: 1_000 })).toBe('0.5150025');
    expect(costOf(price, { input: 300_000, cacheRead: 100_000, output: 1_000 })).toBe('0.54');
    // Within a tier, too, a part without a price costs what its whole costs.
    expect(costOf(price, { input: 600_000, cacheRead: 100_000, output: 1_000 })).toBe('3.02');
  });

  test('a price of a few millionths is not rounded away', () => {
    expect(costOf({ input: '0.02' }, { input: 17 })).toBe('0.00000034');
  });
});

test('a part without a price costs what its whole costs', () => {
  const whole = { input: 60, cacheRead: 20, cacheWrite: 20, cacheWrite1h: 10, output: 30, reasoning: 10 };
  expect(costOf({ input: '1', output: '2' }, whole)).toBe('0.00012');
  expect(costOf({ input: '1', output: '2', cacheWrite: '3' }, whole)).toBe('0.00016');
});

test('price of a request is added once', () => {
  expect(costOf({ perRequest: '0.005' }, { input: 100 })).toBe('0.005');
  expect(costOf({ perRequest: '0.005', input: '1' }, { input: 100 })).toBe('0.0051');
});

test('price of nothing is no price', () => {
  expect(costOf({}, { input: 100 })).toBe('unpriced');
  expect(costOf({ input: '0', output: '0' }, { input: 100 })).toBe('0');
});

test.each([
  [0n, '0'],
  [499n, '0'],
  [500n, '0'],
  [501n, '0.000000001'],
  [1_500n, '0.000000002'],
  [2_500n, '0.000000002'],
  [2_501n, '0.000000003'],
  [1_000_000_000_000n, '1'],
  [12_345_678_901_234_500n, '12345.678901234'],
  [12_345_678_901_235_500n, '12345.678901236'],
])('%s pico-dollars are %s USD, half to even', (pico, usd) => expect(toUsd(pico)).toBe(usd));

test('sum is exact for counts and prices of any size', () => {
  const tokens = fc.maxSafeNat();
  const price = fc.nat({ max: 10_000_000_000 });
  fc.assert(
    fc.property(tokens, tokens, price, price, (input, output, inputPrice, outputPrice) => {
      const decimal = (micro: number) => `${Math.floor(micro / 1e6)}.${String(micro % 1e6).padStart(6, '0')}`;
      const rate = toRate({ input: decimal(inputPrice), output: decimal(outputPrice) });
      if (!rate) throw new Error('has a price');
      expect(picoDollars(rate, { ...none, input, output })).toBe(
        BigInt(input) * BigInt(inputPrice) + BigInt(output) * BigInt(outputPrice),
      );
    }),
  );
});

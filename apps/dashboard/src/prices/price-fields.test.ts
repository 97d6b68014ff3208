import { expect, test } from 'vitest';
import {
  fieldNames,
  type Price,
  priceLabel,
  priceRules,
  toPriceFields,
  toPriceInput,
} from './price-fields.ts';

const named = { provider: 'google', model: 'gemini-2.5-pro', effectiveFrom: '2026-06-01T00:00' };
const builtIn = {
  ...{ provider: 'google', model: 'gemini-2.5-pro', serviceTier: null, input: '1.25', output: '10' },
  ...{ cacheRead: '0.125', cacheWrite: null, cacheWrite1h: null, reasoning: null, perRequest: null },
  tiers: [
    {
      ...{ above: 200_000, input: '2.5', output: '15', cacheRead: '0.25' },
      ...{ cacheWrite: null, cacheWrite1h: null, reasoning: null },
    },
  ],
} as Partial<Price> as Price;

test('a built-in price becomes an own one with its tiers, and empty fields are left out', () => {
  const input = toPriceInput({ ...toPriceFields(named, builtIn), serviceTier: ' ' }, 'Europe/Berlin');
  expect(JSON.parse(JSON.stringify(input))).toEqual({
    provider: 'google',
    model: 'gemini-2.5-pro',
    effectiveFrom: '2026-05-31T22:00:00.000Z',
    input: '1.25',
    output: '10',
    cacheRead: '0.125',
    tiers: [{ above: 200_000, input: '2.5', output: '15', cacheRead: '0.25' }],
  });
});

test('a price needs a model, and a price of input, output or requests', () => {
  const fields = toPriceFields({ ...named, model: ' ' });
  expect(priceRules.model(fields.model)).toBe('Enter the name of a model.');
  expect(priceRules.input('', fields)).toBe('Enter a price for input, for output or for each request.');
  expect(priceRules.input('', { ...fields, perRequest: '0.01' })).toBeNull();
  expect(priceRules.output('two')).toBe('Enter a price, e.g. 2.50.');
  expect(priceRules.tiers.above('200,000')).toBe('Enter a whole number.');
});

test('fields of tiers have names and labels', () => {
  const names = fieldNames(toPriceFields(named, builtIn));
  expect(names).toContain('tiers.0.above');
  expect(names).not.toContain('tiers.1.above');
  expect(['model', 'tiers.0.cacheWrite1h', 'tiers'].map(priceLabel)).toEqual([
    'Model',
    '1-hour cache writes',
    'tiers',
  ]);
});

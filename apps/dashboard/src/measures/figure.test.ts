import { expect, test } from 'vitest';
import type { Filter } from '../where/filters.ts';
import { proofOf } from './figure.tsx';

const others = (count: number, key: string): Filter[] => [
  {
    dimension: 'agent',
    condition: 'notIn',
    values: Array.from({ length: count }, (_, at) => `${key}-${at}`),
  },
];

test('a figure links to its records where an address can hold their filters', () => {
  const where = others(100, 'customer');
  expect(proofOf({ measure: 'cost', where })).toEqual({ measure: 'cost', where });
  expect(proofOf({ measure: 'cost', where: others(1000, 'customer') })).toBeUndefined();
  // A letter beyond ASCII takes up to nine characters of an address.
  expect(proofOf({ measure: 'cost', where: others(100, '顧客の鍵') })).toEqual({
    measure: 'cost',
    where: others(100, '顧客の鍵'),
  });
  expect(proofOf({ measure: 'cost', where: others(150, '顧客の鍵') })).toBeUndefined();
});

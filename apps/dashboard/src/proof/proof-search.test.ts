import { expect, test } from 'vitest';
import { readProof } from './proof-search.ts';

test('keeps a known measure, valid filters, the kind and the period', () => {
  const filter = { dimension: 'agent', condition: 'in', values: ['a'] };
  const search = { measure: 'cost', where: [filter], kind: 'events', window: '7d', id: 'x' };
  expect(readProof({ ...search, where: [filter, { dimension: 'planet' }, 3], page: '2' })).toEqual(search);
  expect(readProof({ measure: 'happiness', where: 'all', kind: 'wishes', id: 3 })).toEqual({});
});

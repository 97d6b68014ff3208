import { expect, test } from 'vitest';
import type { Filter } from '../where/filters.ts';
import { readProof, sessionFiltersOf } from './proof-search.ts';

test('keeps a known measure, valid filters, the kind and the period', () => {
  const filter = { dimension: 'agent', condition: 'in', values: ['a'] };
  const search = { measure: 'cost', where: [filter], kind: 'events', window: '7d', id: 'x' };
  expect(readProof({ ...search, where: [filter, { dimension: 'planet' }, 3], page: '2' })).toEqual(search);
  expect(readProof({ measure: 'happiness', where: 'all', kind: 'wishes', id: 3 })).toEqual({});
});

test('conditions on members become filters of sessions, unless one of them has none', () => {
  const is = (dimension: Filter['dimension'], ...values: string[]): Filter => ({
    dimension,
    condition: 'in',
    values,
  });
  const agent = is('agent', 'a');
  expect(sessionFiltersOf([agent, is('customer', 'c'), is('goalType', 'g'), is('tool', 't')])).toEqual({
    agentKey: 'a',
    customerKey: 'c',
    goalKey: 'g',
    toolKey: 't',
  });
  expect(sessionFiltersOf([])).toEqual({});
  const without: Filter[] = [
    is('model', 'm'),
    is('agent', 'a', 'b'),
    is('agent', 'b'),
    { ...agent, condition: 'notIn' },
    { ...agent, condition: 'missing', values: [] },
  ];
  expect(without.map((filter) => sessionFiltersOf([agent, filter]))).toEqual(without.map(() => undefined));
});

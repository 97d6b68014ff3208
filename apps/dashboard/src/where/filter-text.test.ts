import { expect, test } from 'vitest';
import { filterText } from './filter-text.ts';
import type { Filter } from './filters.ts';

const agent = (condition: Filter['condition'], ...values: string[]): Filter => ({
  dimension: 'agent',
  condition,
  values,
});

test.each([
  [agent('in', 'desk'), 'Agent is Support desk'],
  [agent('in', 'desk', 'b'), 'Agent is any of Support desk, b'],
  [agent('notIn', 'b'), 'Agent is not b'],
  [agent('notIn', 'b', 'c', 'd', 'e'), 'Agent is not any of b, c, d, e'],
  [agent('in', 'b', 'c', 'd', 'e', 'f'), 'Agent is any of b, c, d, 2 more'],
  [agent('missing'), 'Agent is not set'],
  [agent('present'), 'Agent is set'],
  [{ ...agent('in', 'pro'), dimension: 'metadata', metadataKey: 'plan' }, 'Metadata “plan” is pro'],
] as const)('a condition reads as people say it: %j', (filter, text) => {
  expect(filterText(filter, (key) => (key === 'desk' ? 'Support desk' : null))).toBe(text);
});

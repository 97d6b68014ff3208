import { expect, test } from 'vitest';
import { describeTally } from './tally.ts';

test('tally counts all rows, and names the rejected ones', () => {
  expect(describeTally({ created: 1_000, replayed: 0, rejected: 2 }, 'rows')).toBe('1,002 rows, 2 rejected');
  expect(describeTally({ created: 8, replayed: 2, rejected: 0 }, 'records')).toBe('10 records');
});

import { expect, test } from 'vitest';
import { describeRefunds, describeTally } from './tally.ts';

test('tally counts all rows, and names the rejected ones', () => {
  expect(describeTally({ created: 1_000, replayed: 0, rejected: 2 }, 'rows')).toBe('1,002 rows, 2 rejected');
  expect(describeTally({ created: 8, replayed: 2, rejected: 0 }, 'records')).toBe('10 records');
});

test('a refund is of the same row as its record', () => {
  const refunds = { created: 1_000, replayed: 1, rejected: 1 };
  const tally = { created: 2_000, replayed: 2, rejected: 3, refunds };
  expect(describeTally(tally, 'rows')).toBe('1,003 rows, 3 rejected');
  const words = { created: 'created', replayed: 'already there', rejected: 'rejected' };
  expect(describeRefunds(refunds, words)).toBe(
    'Refunds among them: 1,000 created, 1 already there, 1 rejected.\n',
  );
  expect(describeRefunds(undefined, words)).toBe('');
});

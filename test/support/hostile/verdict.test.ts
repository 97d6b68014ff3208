import { expect, test } from 'vitest';
import { faultsOf } from './verdict.ts';

const answer = { path: '/v1/goals', sent: 'GET /v1/goals', status: 200, text: '{}' };

test('a library named in a header is a leak, and the same letters within a cursor are none', () => {
  const link = '</v1/goals?limit=10&cursor=AZzODk0>; rel="next"';
  expect(faultsOf({ ...answer, headers: `Link ${link}` })).toEqual([]);
  expect(faultsOf({ ...answer, headers: `X-Powered-By zod Link ${link}` })).toEqual(['tells "zod"']);
});

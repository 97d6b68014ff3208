import { expect, test } from 'vitest';
import { LISTENERS, MIN_POOLED, pooledConnections } from './connection-shares.ts';

test('workers share the connections of a usual PostgreSQL, and none has too few to work', () => {
  expect([1, 2, 4, 8, 100].map(pooledConnections)).toEqual([30, 30, 19, 8, 8]);
  for (let workers = 1; workers <= 90 / (MIN_POOLED + LISTENERS); workers++)
    expect(workers * (pooledConnections(workers) + LISTENERS)).toBeLessThanOrEqual(90 + workers);
});

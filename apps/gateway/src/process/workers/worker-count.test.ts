import { availableParallelism } from 'node:os';
import { describe, expect, test } from 'vitest';
import { LISTENERS, MIN_POOLED, parseWorkerCount, pooledConnections } from './worker-count.ts';

describe('--workers', () => {
  test('takes a number of processes, or one per core', () => {
    expect(parseWorkerCount('1')).toBe(1);
    expect(parseWorkerCount('256')).toBe(256);
    expect(parseWorkerCount('auto')).toBe(availableParallelism());
  });

  test.each(['0', '257', '-1', '1.5', '1e2', '', ' 2', 'all', 'AUTO'])('does not take "%s"', (text) => {
    expect(() => parseWorkerCount(text)).toThrow(
      'It must be a number from 1 to 256, or auto for one per core.',
    );
  });
});

test('workers share the connections of a usual PostgreSQL, and none has too few to work', () => {
  expect([1, 2, 4, 8, 100].map(pooledConnections)).toEqual([30, 30, 19, 8, 8]);
  for (let workers = 1; workers <= 90 / (MIN_POOLED + LISTENERS); workers++)
    expect(workers * (pooledConnections(workers) + LISTENERS)).toBeLessThanOrEqual(90 + workers);
});

import { expect, test } from 'vitest';
import { poolSizes } from './pool-sizes.ts';

test('thirty connections are divided in favor of changes', () => {
  expect(poolSizes()).toEqual({ commands: 12, quick: 8, reads: 6, accounts: 4 });
});

test('every purpose gets a connection, within the total', () => {
  for (let connections = 8; connections <= 300; connections++) {
    const sizes = Object.values(poolSizes(connections));
    expect(Math.min(...sizes), `of ${connections}`).toBeGreaterThanOrEqual(1);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(connections);
  }
});

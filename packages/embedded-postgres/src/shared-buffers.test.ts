import { totalmem } from 'node:os';
import { expect, test } from 'vitest';
import { availableMemory, sharedBuffers } from './shared-buffers.ts';

const GB = 1024 ** 3;

test.each([
  [GB / 2, '128MB'],
  [GB, '128MB'],
  [2 * GB, '256MB'],
  [4.5 * GB, '576MB'],
  [8 * GB, '1024MB'],
  [64 * GB, '1024MB'],
])('PostgreSQL on a machine with %d bytes of memory keeps its pages in %s', (memory, expected) => {
  expect(sharedBuffers(memory)).toBe(expected);
});

test('no more memory is available than the machine has', () => {
  expect(availableMemory()).toBeGreaterThan(0);
  expect(availableMemory()).toBeLessThanOrEqual(totalmem());
});

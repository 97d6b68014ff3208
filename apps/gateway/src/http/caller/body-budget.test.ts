import { expect, test } from 'vitest';
import { BodyMemory } from './body-budget.ts';

const MEBIBYTE = 1024 ** 2;

test('bodies of one developer leave as much memory to others as they take', () => {
  const memory = new BodyMemory();
  const [mine, theirs] = [memory.shareOf('me'), memory.shareOf('them')];
  expect(mine.take(64 * MEBIBYTE)).toBe(true);
  expect(mine.take(1)).toBe(false);
  expect(theirs.take(32 * MEBIBYTE)).toBe(true);
  expect(theirs.take(1)).toBe(false);
  mine.giveBack(64 * MEBIBYTE);
  expect(memory.shareOf('me').take(48 * MEBIBYTE)).toBe(true);
});

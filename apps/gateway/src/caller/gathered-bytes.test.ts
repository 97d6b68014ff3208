import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BodyMemory } from './body-memory.ts';
import { GatheredBytes } from './gathered-bytes.ts';

const MEBIBYTE = 1024 ** 2;

test('pieces come back as one, in at most twice their size', () => {
  const pieces = fc.array(fc.uint8Array({ minLength: 1, maxLength: 300 }), { maxLength: 60 });
  fc.assert(
    fc.property(pieces, (list) => {
      const gathered = new GatheredBytes(100_000);
      for (const piece of list) gathered.add(Buffer.from(piece));
      const whole = Buffer.concat(list);
      expect(gathered.bytes.equals(whole)).toBe(true);
      expect(gathered.size).toBe(whole.length);
      expect(gathered.capacity).toBeLessThanOrEqual(2 * whole.length);
    }),
  );
});

test('the buffer never grows beyond the limit, and is let go of at the end', () => {
  const gathered = new GatheredBytes(1_000);
  for (let i = 0; i < 1_000; i++) gathered.add(Buffer.from('x'));
  expect([gathered.size, gathered.capacity]).toEqual([1_000, 1_000]);
  gathered.letGo();
  expect([gathered.size, gathered.capacity]).toEqual([0, 0]);
});

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

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inOrder } from '../concurrent-map.ts';
import { OccurrenceCounter } from './occurrence-counter.ts';

const half = fc.integer({ min: 0, max: 2 ** 32 - 1 });

test('every hash is counted by itself, also when their halves or places are the same', () => {
  const few = fc.constantFrom(0, 1, 1024, 2048, 2 ** 32 - 1);
  const hashes = fc.array(fc.tuple(fc.oneof(few, half), fc.oneof(few, half)), { maxLength: 300 });
  fc.assert(
    fc.property(hashes, (list) => {
      const counter = new OccurrenceCounter();
      const counts = new Map<string, number>();
      for (const [high, low] of list) {
        const count = (counts.get(`${high} ${low}`) ?? 0) + 1;
        counts.set(`${high} ${low}`, count);
        expect(counter.next(high, low)).toBe(count);
      }
    }),
  );
});

test('counts outlive the growth of the table', () => {
  const counter = new OccurrenceCounter();
  const low = (i: number) => Math.imul(i, 2_654_435_761) >>> 0;
  for (const count of [1, 2]) {
    for (let i = 0; i < 10_000; i++) if (counter.next(i, low(i)) !== count) throw new Error(`of ${i}`);
  }
});

async function* numbers(read: number[]) {
  for (let i = 0; i < 10; i++) {
    read.push(i);
    yield i;
  }
}

test('results come in the order of the items, whichever are done first', async () => {
  const results: number[] = [];
  const work = async (item: number) => {
    // Every other item takes some turns longer.
    for (let turns = item % 2 ? 0 : 5; turns > 0; turns--) await Promise.resolve();
    return item * 10;
  };
  for await (const result of inOrder(numbers([]), 3, work)) results.push(result);
  expect(results).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90]);
});

test('at most as many items as the limit are read ahead, and a failure comes in its turn', async () => {
  const read: number[] = [];
  const results: number[] = [];
  const work = async (item: number) => {
    if (item === 2) throw new Error('of 2');
    return item;
  };
  await expect(async () => {
    for await (const result of inOrder(numbers(read), 3, work)) {
      results.push(result);
      expect(read.length - results.length).toBeLessThan(3);
    }
  }).rejects.toThrow('of 2');
  expect(results).toEqual([0, 1]);
});

import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { BatchQueue } from './batch-queue.ts';
import { MemoryBudget } from './memory-budget.ts';

type Row = { keyHashes: readonly string[]; weight: number; isLike?: true };

const rows = (length: number, weight = 1): Row[] => Array.from({ length }, () => ({ keyHashes: [], weight }));
const busy = new Error('The budget is full.');

/** Queues that share a budget, whose statements end together when the test says so. */
function openQueues(capacity: number) {
  const budget = new MemoryBudget(capacity);
  const statements: (() => void)[] = [];
  const open = () =>
    new BatchQueue<Row, true>({
      limits: { capacity: 1_000_000, budget, refusal: (full) => new Error(`The ${full} is full.`) },
      onIdle: () => undefined,
      send: (items) => new Promise((resolve) => statements.push(() => resolve(items.map(() => true)))),
      settleLike: ({ isLike }) => isLike,
    });
  const finish = async () => {
    for (let i = 0; i < 10; i++) {
      for (const end of statements.splice(0)) end();
      await turn();
    }
  };
  return { budget, open, finish };
}

/** Whether the whole budget is free. */
function isEmpty(budget: MemoryBudget, capacity: number): boolean {
  const isFree = budget.reserve(0, capacity);
  if (isFree) budget.release(capacity);
  return isFree;
}

test('a queue takes at most as much of the budget as it leaves free, which serves the others', async () => {
  const { budget, open, finish } = openQueues(100);
  const [first, second, third] = [open(), open(), open()];
  const added = [first.enqueue(rows(50))];
  await turn();
  await expect(first.enqueue(rows(1))).rejects.toThrow(busy);
  added.push(second.enqueue(rows(10)), second.enqueue(rows(15)));
  await turn();
  await expect(second.enqueue(rows(1))).rejects.toThrow(busy);
  await expect(third.enqueue(rows(26))).rejects.toThrow(busy);
  added.push(third.enqueue(rows(12)));
  await turn();
  await finish();
  await Promise.all(added);
  expect(isEmpty(budget, 100)).toBe(true);
});

test('rows in flight count until they are settled', async () => {
  const { open, finish } = openQueues(100);
  const [first, second] = [open(), open()];
  const added = first.enqueue(rows(5, 10));
  await turn();
  expect(first.depth).toBe(0);
  await expect(second.enqueue(rows(51))).rejects.toThrow(busy);
  await finish();
  await added;
  const more = second.enqueue(rows(100));
  await finish();
  await more;
});

test('rows give back their share, however they are settled', async () => {
  const { budget, open, finish } = openQueues(10_000);
  const [queue, other] = [open(), open()];
  const like = { keyHashes: ['a'], weight: 7, isLike: true } as const;
  const added = [
    queue.enqueue([
      { keyHashes: ['a'], weight: 3 },
      like,
      like,
      { keyHashes: ['a'], weight: 2 },
      ...rows(40, 5),
    ]),
    other.enqueue(rows(1_500)),
  ];
  await turn();
  added.push(queue.enqueue([like, ...rows(100)]));
  await expect(queue.enqueue(rows(1, 10_000))).rejects.toThrow(busy);
  expect(isEmpty(budget, 10_000)).toBe(false);
  await finish();
  await Promise.all(added);
  expect(isEmpty(budget, 10_000)).toBe(true);
  expect([queue.depth, other.depth]).toEqual([0, 0]);
});

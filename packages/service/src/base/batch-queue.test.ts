import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { BatchQueue } from './batch-queue.ts';
import { MemoryBudget } from './memory-budget.ts';

type Row = { name: number; keyHashes: readonly string[]; weight: number; isLike?: boolean };

const row = (name: number, ...keyHashes: string[]): Row => ({ name, keyHashes, weight: 1 });
/** A row that is settled by the result of its original. */
const like = (name: number, ...keyHashes: string[]): Row => ({ name, keyHashes, weight: 1, isLike: true });
const range = (length: number, from = 0) => Array.from({ length }, (_, i) => from + i);

/** A queue whose statements end when the test says so. The result of a row is its name, or that of its original. */
function openQueue(capacity = 1000, freeSlotAfter?: number) {
  const batches: number[][] = [];
  const statements: { end: () => void; fail: (error: unknown) => void }[] = [];
  let idles = 0;
  const queue = new BatchQueue<Row, string>({
    limits: {
      capacity,
      budget: new MemoryBudget(Number.POSITIVE_INFINITY),
      refusal: (full) => new Error(`The ${full} is full.`),
    },
    ...(freeSlotAfter !== undefined && { freeSlotAfter }),
    onIdle: () => {
      idles += 1;
    },
    send(rows) {
      const names = rows.map(({ name }) => name);
      batches.push(names);
      const { promise, resolve, reject } = Promise.withResolvers<string[]>();
      statements.push({ end: () => resolve(names.map(String)), fail: reject });
      return promise;
    },
    settleLike: ({ isLike = false }, original, result) =>
      isLike ? `like ${original.name}, ${result}` : undefined,
  });
  /** Ends the oldest statement in flight. */
  const finish = async () => {
    statements.shift()?.end();
    await turn();
  };
  const fail = async (error: unknown) => {
    statements.shift()?.fail(error);
    await turn();
  };
  return { queue, batches, finish, fail, idles: () => idles };
}

/** Whether a promise has settled by now. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  promise.finally(() => {
    settled = true;
  });
  await turn();
  return settled;
}

describe('group commit', () => {
  test('an idle queue sends at once, and later rows share the next statement', async () => {
    const { queue, batches, finish, idles } = openQueue();
    const first = queue.enqueue([row(0)]);
    await turn();
    const others = range(3, 1).map((name) => queue.enqueue([row(name)]));
    await turn();
    expect(batches).toEqual([[0]]);
    expect(queue.depth).toBe(3);

    await finish();
    await first;
    expect(batches).toEqual([[0], [1, 2, 3]]);
    expect(idles()).toBe(0);

    await finish();
    expect(await Promise.all(others)).toEqual([['1'], ['2'], ['3']]);
    expect(idles()).toBe(1);
  });

  test('rows of one turn of the event loop share the first statement', async () => {
    const { queue, batches, finish } = openQueue();
    const rows = Promise.all(range(10).map((name) => queue.enqueue([row(name)])));
    await turn();
    await finish();
    await rows;
    expect(batches).toEqual([range(10)]);
  });

  test('the next statement takes half of the rows in the system, including those in flight', async () => {
    const { queue, batches, finish } = openQueue();
    const rows = Promise.all([queue.enqueue(range(2).map((name) => row(name)))]);
    await turn();
    const others = queue.enqueue(range(100, 2).map((name) => row(name)));
    for (let i = 0; i < 8; i++) await finish();
    await Promise.all([rows, others]);
    // (100 + 2) / 2, then (49 + 51) / 2, which is more than are left.
    expect(batches.map((batch) => batch.length)).toEqual([2, 51, 49]);
    expect(batches.flat()).toEqual(range(102));
  });

  test('at most 1,000 rows share a statement, in order, and a caller is answered when its last row is settled', async () => {
    const { queue, batches, finish } = openQueue(5000);
    const rows = queue.enqueue(range(1100).map((name) => row(name)));
    await turn();
    await finish();
    expect(await isSettled(rows)).toBe(false);
    await finish();
    expect(await rows).toEqual(range(1100).map(String));
    expect(batches.map((batch) => batch.length)).toEqual([1000, 100]);
    expect(batches.flat()).toEqual(range(1100));
  });

  test('a failed statement rejects its callers, and the next is sent', async () => {
    const { queue, batches, fail, finish, idles } = openQueue();
    const first = queue.enqueue([row(0, 'a'), row(1)]).catch((error: unknown) => error);
    await turn();
    const others = Promise.all([queue.enqueue([like(2, 'a')]), queue.enqueue([row(3)])]);
    const error = new Error('broken');
    await fail(error);
    expect(await first).toBe(error);
    await finish();
    // An original without a result settles no follower.
    expect(await others).toEqual([['2'], ['3']]);
    expect(batches).toEqual([
      [0, 1],
      [2, 3],
    ]);
    expect(idles()).toBe(1);
  });

  test('a slow statement delays no other', async () => {
    const { queue, batches, finish, idles } = openQueue(1000, 1);
    const first = queue.enqueue([row(0, 'a')]);
    await turn();
    const second = queue.enqueue([row(1)]);
    const third = queue.enqueue([row(2, 'a')]);
    await vi.waitFor(() => expect(batches).toEqual([[0], [1]]));
    expect(idles()).toBe(0);
    await finish();
    expect(await first).toEqual(['0']);
    await vi.waitFor(() => expect(batches).toEqual([[0], [1], [2]]));
    await finish();
    await finish();
    expect(await Promise.all([second, third])).toEqual([['1'], ['2']]);
    expect(idles()).toBe(1);
  });
});

describe('a second statement', () => {
  test('is sent beside the first when many rows wait, and a third is not', async () => {
    const { queue, batches, finish } = openQueue(5000);
    const first = queue.enqueue([row(0)]);
    await turn();
    const few = queue.enqueue(range(23, 1).map((name) => row(name)));
    await turn();
    expect(batches).toHaveLength(1);

    const many = queue.enqueue(range(1000, 24).map((name) => row(name)));
    await turn();
    expect(batches).toHaveLength(2);
    for (let i = 0; i < 8; i++) await finish();
    await Promise.all([first, few, many]);
    expect(batches.flat()).toEqual(range(1024));
  });

  test('leaves out the rows whose reservations are in flight', async () => {
    const { queue, batches, finish } = openQueue(5000);
    const first = queue.enqueue([row(0, 'a'), row(1, 'b')]);
    await turn();
    const others = queue.enqueue([
      row(2, 'a'),
      ...range(600, 3).map((name) => row(name, `${name}`)),
      row(603, 'a'),
    ]);
    await turn();
    expect(batches[1]).toEqual(range(302, 3));
    for (let i = 0; i < 8; i++) await finish();
    await Promise.all([first, others]);
    expect(batches.slice(2).map((batch) => [2, 603].filter((name) => batch.includes(name)))).toEqual([
      [2],
      [603],
    ]);
  });
});

describe('rows that share a reservation', () => {
  test('never share a statement, and none overtakes another', async () => {
    const { queue, batches, finish } = openQueue();
    const added = [row(0, 'a'), row(1, 'b'), row(2, 'a', 'c'), row(3, 'c'), row(4, 'd'), row(5, 'a')];
    const rows = Promise.all(added.map((each) => queue.enqueue([each])));
    await turn();
    for (let i = 0; i < 3; i++) await finish();
    await rows;
    // Row 3 shares nothing with row 0, but may not overtake row 2, with which it shares c.
    expect(batches).toEqual([[0, 1, 4], [2], [3, 5]]);
  });

  test('wait for each other one statement at a time, also when they were added together', async () => {
    const { queue, batches, finish } = openQueue();
    const rows = queue.enqueue(range(4).map((name) => row(name, 'same')));
    await turn();
    for (let i = 0; i < 4; i++) await finish();
    await rows;
    expect(batches).toEqual([[0], [1], [2], [3]]);
  });
});

describe('followers of a row', () => {
  test('are settled by its result without a statement', async () => {
    const { queue, batches, finish, idles } = openQueue();
    const rows = queue.enqueue([row(0, 'a'), ...range(500, 1).map((name) => like(name, 'a'))]);
    await turn();
    await finish();
    expect(await rows).toEqual(['0', ...range(500).map(() => 'like 0, 0')]);
    expect(batches).toEqual([[0]]);
    expect(idles()).toBe(1);
  });

  test('are settled before the next row with that reservation is sent', async () => {
    const { queue, batches, finish } = openQueue();
    const rows = queue.enqueue([row(0, 'a'), row(1, 'a'), like(2, 'a'), row(3, 'b')]);
    await turn();
    for (let i = 0; i < 2; i++) await finish();
    await rows;
    expect(batches).toEqual([[0, 3], [1]]);
  });
});

describe('rows whose reservations share a prefix', () => {
  test('are sent one after the other, and not confused', async () => {
    const { queue, batches, finish, idles } = openQueue();
    const rows = queue.enqueue([row(0, '0123456789'), like(1, '0123456780'), row(2, 'other')]);
    await turn();
    for (let i = 0; i < 2; i++) await finish();
    await rows;
    expect(batches).toEqual([[0, 2], [1]]);
    expect(idles()).toBe(1);
  });
});

describe('a full queue', () => {
  test('refuses callers, and accepts none of their rows', async () => {
    const { queue, batches, finish } = openQueue(3);
    const rows = queue.enqueue([row(0), row(1)]);
    await expect(queue.enqueue([row(2), row(3)])).rejects.toThrow('The queue is full.');
    expect(queue.depth).toBe(2);
    await turn();
    await finish();
    await rows;
    const next = queue.enqueue([row(4), row(5), row(6)]);
    await turn();
    await finish();
    await next;
    expect(batches).toEqual([
      [0, 1],
      [4, 5, 6],
    ]);
  });

  test('counts a heavy row as several, and no row that is in flight or was settled without a statement', async () => {
    const { queue, finish } = openQueue(5);
    const heavy = (name: number) => ({ ...row(name), weight: 3 });
    const first = queue.enqueue([heavy(0)]);
    await expect(queue.enqueue([heavy(1)])).rejects.toThrow('The queue is full.');
    await turn();
    const others = queue.enqueue([heavy(2), row(3, 'a'), like(4, 'a')]);
    await expect(queue.enqueue([row(5)])).rejects.toThrow('The queue is full.');
    for (let i = 0; i < 2; i++) await finish();
    await Promise.all([first, others]);
    const full = queue.enqueue([heavy(6), row(7), row(8)]);
    await turn();
    await finish();
    await full;
  });
});

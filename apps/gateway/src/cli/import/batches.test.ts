import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inOrder } from '../concurrent-map.ts';
import { inBatches } from './batches.ts';
import { RowKeys } from './row-keys.ts';
import type { SourceRow } from './row-source.ts';

async function* rowsOf(count: number, size: number): AsyncGenerator<SourceRow> {
  for (let i = 0; i < count; i++) {
    const base = { original: [], line: i };
    if (i % 10 === 9) yield { ...base, problem: 'odd' };
    else yield { ...base, fields: { description: 'é'.repeat(size) } };
  }
}

test('batches hold at most 1,000 rows and 4 MiB', async () => {
  const small = await Array.fromAsync(inBatches(rowsOf(2_500, 1), new RowKeys('')));
  expect(small.map((batch) => batch.length)).toEqual([1000, 1000, 500]);
  expect(small[0]?.filter(({ item }) => item === undefined)).toHaveLength(100);
  const large = await Array.fromAsync(inBatches(rowsOf(1_000, 5_000), new RowKeys('')));
  expect(large.flat()).toHaveLength(1_000);
  for (const batch of large) {
    expect(Buffer.byteLength(batch.map(({ item }) => item).join())).toBeLessThan(4.1 * 1024 ** 2);
  }
});

test('work runs side by side up to the limit and its results come in order', async () => {
  let running = 0;
  let most = 0;
  let read = 0;
  async function* source() {
    for (let i = 0; i < 20; i++) {
      read++;
      yield i;
    }
  }
  const work = async (i: number) => {
    most = Math.max(most, ++running);
    await sleep(i % 3 === 0 ? 10 : 1);
    running--;
    return i;
  };
  const results = [];
  for await (const result of inOrder(source(), 3, work)) {
    results.push(result);
    expect(read).toBeLessThanOrEqual(results.length + 3);
  }
  expect(results).toEqual([...Array(20).keys()]);
  expect(most).toBe(3);
});

test('a failure ends the work and closes the source', async () => {
  let isClosed = false;
  async function* source() {
    try {
      for (let i = 0; ; i++) yield i;
    } finally {
      isClosed = true;
    }
  }
  const work = async (i: number) => {
    if (i === 3) throw new Error('broken');
  };
  await expect(Array.fromAsync(inOrder(source(), 2, work))).rejects.toThrow('broken');
  expect(isClosed).toBe(true);
});

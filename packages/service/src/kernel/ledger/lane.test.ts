import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { OutturnError } from '../errors.ts';
import { Lane } from './lane.ts';

/** A lane whose statements end when the test says so. */
function openLane(capacity = 1000) {
  const batches: number[][] = [];
  const statements: PromiseWithResolvers<void>[] = [];
  let idles = 0;
  const lane = new Lane<number>({
    capacity,
    onIdle: () => {
      idles += 1;
    },
    write(rows) {
      batches.push(rows);
      const statement = Promise.withResolvers<void>();
      statements.push(statement);
      return statement.promise;
    },
  });
  const finish = async (error?: Error) => {
    const statement = statements.at(-1);
    if (error) statement?.reject(error);
    else statement?.resolve();
    await turn();
  };
  return { lane, batches, finish, idles: () => idles };
}

const range = (length: number, from = 0) => Array.from({ length }, (_, i) => from + i);

describe('group commit', () => {
  test('an idle lane writes at once; what arrives meanwhile travels together in the next statement', async () => {
    const { lane, batches, finish, idles } = openLane();
    const first = lane.add(0, []);
    await turn();
    const others = range(3, 1).map((row) => lane.add(row, []));
    await turn();
    expect(batches).toEqual([[0]]);
    expect(lane.depth).toBe(3);

    await finish();
    await first;
    expect(batches).toEqual([[0], [1, 2, 3]]);
    expect(idles()).toBe(0);

    await finish();
    await Promise.all(others);
    expect(idles()).toBe(1);
  });

  test('rows of one turn of the event loop share the first statement', async () => {
    const { lane, batches, finish } = openLane();
    const rows = Promise.all(range(10).map((row) => lane.add(row, [])));
    await turn();
    await finish();
    await rows;
    expect(batches).toEqual([range(10)]);
  });

  test('at most 500 rows travel together, in their order', async () => {
    const { lane, batches, finish } = openLane(5000);
    const rows = Promise.all(range(1200).map((row) => lane.add(row, [])));
    await turn();
    for (let i = 0; i < 3; i++) await finish();
    await rows;
    expect(batches.map((batch) => batch.length)).toEqual([500, 500, 200]);
    expect(batches.flat()).toEqual(range(1200));
  });
});

describe('rows that share a claim', () => {
  test('never travel together, and none overtakes another', async () => {
    const { lane, batches, finish } = openLane();
    const claims = [['a'], ['b'], ['a', 'c'], ['c'], ['d'], ['a']];
    const rows = Promise.all(claims.map((claim, row) => lane.add(row, claim)));
    await turn();
    for (let i = 0; i < 3; i++) await finish();
    await rows;
    // Row 3 shares nothing with row 0, but may not overtake row 2, with which it shares c.
    expect(batches).toEqual([[0, 1, 4], [2], [3, 5]]);
  });

  test('wait for each other one statement at a time', async () => {
    const { lane, batches, finish } = openLane();
    const rows = Promise.all(range(4).map((row) => lane.add(row, ['same'])));
    await turn();
    for (let i = 0; i < 4; i++) await finish();
    await rows;
    expect(batches).toEqual([[0], [1], [2], [3]]);
  });
});

describe('trouble', () => {
  test('a failed statement fails its own rows; the next ones go on', async () => {
    const { lane, finish } = openLane();
    const first = lane.add(0, []);
    await turn();
    const second = lane.add(1, []);
    const failed = expect(first).rejects.toThrow('gone');
    await finish(new Error('gone'));
    await failed;
    await finish();
    await expect(second).resolves.toBeUndefined();
  });

  test('a full lane turns callers away with a time to come back', async () => {
    const { lane, finish } = openLane(2);
    const rows = [lane.add(0, []), lane.add(1, [])];
    const refused = await lane.add(2, []).catch((error: unknown) => error);

    expect(refused).toBeInstanceOf(OutturnError);
    expect(refused).toMatchObject({ code: 'Rate Limit Exceeded', retryAfter: 1 });
    await turn();
    await finish();
    await Promise.all(rows);
    const next = lane.add(3, []);
    await turn();
    await finish();
    await next;
  });
});

import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { OutturnError } from '../errors.ts';
import { Lane } from './lane.ts';

type Row = { name: number; claims: readonly string[] };

const row = (name: number, ...claims: string[]): Row => ({ name, claims });
const range = (length: number, from = 0) => Array.from({ length }, (_, i) => from + i);

/** A lane whose statements end when the test says so. */
function openLane(capacity = 1000) {
  const batches: number[][] = [];
  const statements: PromiseWithResolvers<void>[] = [];
  let idles = 0;
  const lane = new Lane<Row>({
    capacity,
    onIdle: () => {
      idles += 1;
    },
    write(rows) {
      batches.push(rows.map(({ name }) => name));
      const statement = Promise.withResolvers<void>();
      statements.push(statement);
      return statement.promise;
    },
  });
  const finish = async () => {
    statements.at(-1)?.resolve();
    await turn();
  };
  return { lane, batches, finish, idles: () => idles };
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
  test('an idle lane writes at once; what arrives meanwhile travels together in the next statement', async () => {
    const { lane, batches, finish, idles } = openLane();
    const first = lane.add([row(0)]);
    await turn();
    const others = range(3, 1).map((name) => lane.add([row(name)]));
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
    const rows = Promise.all(range(10).map((name) => lane.add([row(name)])));
    await turn();
    await finish();
    await rows;
    expect(batches).toEqual([range(10)]);
  });

  test('at most 500 rows travel together, in their order; their caller hears when the last is settled', async () => {
    const { lane, batches, finish } = openLane(5000);
    const rows = lane.add(range(1200).map((name) => row(name)));
    await turn();
    await finish();
    await finish();
    expect(await isSettled(rows)).toBe(false);
    await finish();
    await rows;
    expect(batches.map((batch) => batch.length)).toEqual([500, 500, 200]);
    expect(batches.flat()).toEqual(range(1200));
  });
});

describe('rows that share a claim', () => {
  test('never travel together, and none overtakes another', async () => {
    const { lane, batches, finish } = openLane();
    const added = [row(0, 'a'), row(1, 'b'), row(2, 'a', 'c'), row(3, 'c'), row(4, 'd'), row(5, 'a')];
    const rows = Promise.all(added.map((each) => lane.add([each])));
    await turn();
    for (let i = 0; i < 3; i++) await finish();
    await rows;
    // Row 3 shares nothing with row 0, but may not overtake row 2, with which it shares c.
    expect(batches).toEqual([[0, 1, 4], [2], [3, 5]]);
  });

  test('wait for each other one statement at a time, also when they were added together', async () => {
    const { lane, batches, finish } = openLane();
    const rows = lane.add(range(4).map((name) => row(name, 'same')));
    await turn();
    for (let i = 0; i < 4; i++) await finish();
    await rows;
    expect(batches).toEqual([[0], [1], [2], [3]]);
  });
});

describe('a full lane', () => {
  test('turns callers away with a time to come back, and takes none of their rows', async () => {
    const { lane, batches, finish } = openLane(3);
    const rows = lane.add([row(0), row(1)]);
    const refused = await lane.add([row(2), row(3)]).catch((error: unknown) => error);

    expect(refused).toBeInstanceOf(OutturnError);
    expect(refused).toMatchObject({ code: 'Rate Limit Exceeded', retryAfter: 1 });
    expect(lane.depth).toBe(2);
    await turn();
    await finish();
    await rows;
    const next = lane.add([row(4), row(5), row(6)]);
    await turn();
    await finish();
    await next;
    expect(batches).toEqual([
      [0, 1],
      [4, 5, 6],
    ]);
  });
});

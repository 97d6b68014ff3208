import { expect, test } from 'vitest';
import { coalesce } from './coalesce.ts';

/** Work that ends when the test says so, with the number of its round. */
function rounds() {
  const running: PromiseWithResolvers<number>[] = [];
  const ask = coalesce(() => {
    const round = Promise.withResolvers<number>();
    running.push(round);
    return round.promise;
  });
  const end = (round: number) => running[round]?.resolve(round);
  const fail = (round: number) => running[round]?.reject(new Error(`round ${round}`));
  return { ask, end, fail, begun: () => running.length };
}

test('calls during a round share the next one', async () => {
  const { ask, end, begun } = rounds();
  const first = ask();
  const others = [ask(), ask(), ask()];
  expect(begun()).toBe(1);
  end(0);
  expect(await first).toBe(0);
  await Promise.resolve();
  expect(begun()).toBe(2);
  end(1);
  expect(await Promise.all(others)).toEqual([1, 1, 1]);
});

test('no caller gets the result of a round that began before its call', async () => {
  const { ask, end } = rounds();
  const first = ask();
  const second = ask();
  end(0);
  await first;
  // The second round has begun by now, so a call during it waits for the third.
  await Promise.resolve();
  const third = ask();
  end(1);
  expect(await second).toBe(1);
  await Promise.resolve();
  end(2);
  expect(await third).toBe(2);
});

test('a call after the last round begins at once', async () => {
  const { ask, end, begun } = rounds();
  const first = ask();
  end(0);
  await first;
  const second = ask();
  expect(begun()).toBe(2);
  end(1);
  expect(await second).toBe(1);
});

test('a failed round fails its own callers alone', async () => {
  const { ask, end, fail } = rounds();
  const first = ask();
  const second = ask();
  fail(0);
  await expect(first).rejects.toThrow('round 0');
  await Promise.resolve();
  end(1);
  expect(await second).toBe(1);
});

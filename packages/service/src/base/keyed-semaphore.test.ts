import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Semaphore } from '../database/semaphore.ts';
import { KeyedSemaphore } from './keyed-semaphore.ts';

/** Work that records its start and ends when the test says so. */
function work(started: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const run = () => {
    started.push(name);
    return promise;
  };
  return { run, end: () => resolve(name), fail: () => reject(new Error(name)) };
}

test('the work of one key is limited, and that of other keys is not affected', async () => {
  const semaphore = new KeyedSemaphore(2);
  const started: string[] = [];
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => work(started, name));
  const mine = [a, b, c, d].map((one) =>
    semaphore.withPermit('me', (one as typeof a & object).run).catch(String),
  );
  expect(started).toEqual(['a', 'b']);

  const other = work(started, 'other');
  const theirs = semaphore.withPermit('them', other.run);
  expect(started).toEqual(['a', 'b', 'other']);
  other.end();
  expect(await theirs).toBe('other');
  await turn();
  expect(started).toEqual(['a', 'b', 'other']);

  b?.fail();
  await turn();
  expect(started).toEqual(['a', 'b', 'other', 'c']);
  for (const one of [a, c, d]) one?.end();
  expect(await Promise.all(mine)).toEqual(['a', 'Error: b', 'c', 'd']);
});

const soon = () => ({ until: performance.now() + 50 });
const busy = expect.objectContaining({ code: 'Rate Limit Exceeded', retryAfter: 5 });

test('a caller that times out is told when to retry, and blocks no other', async () => {
  const semaphore = new KeyedSemaphore(1);
  const started: string[] = [];
  const [held, late, next] = ['held', 'late', 'next'].map((name) => work(started, name));
  const holding = semaphore.withPermit('me', (held as typeof held & object).run);
  const waiting = semaphore.withPermit('me', (late as typeof late & object).run, soon());
  const patient = semaphore.withPermit('me', (next as typeof next & object).run);
  await expect(waiting).rejects.toEqual(busy);
  held?.end();
  await holding;
  await turn();
  expect(started).toEqual(['held', 'next']);
  next?.end();
  await patient;
  expect(await semaphore.withPermit('me', async () => 'later')).toBe('later');
});

test('a caller that has left gives up its place', async () => {
  const semaphore = new KeyedSemaphore(1);
  const started: string[] = [];
  const [held, left] = ['held', 'left'].map((name) => work(started, name));
  const holding = semaphore.withPermit('me', (held as typeof held & object).run);
  const caller = new AbortController();
  const waitLimit = () => ({ until: performance.now() + 60_000, gone: () => caller.signal });
  const waiting = semaphore.withPermit('me', (left as typeof left & object).run, waitLimit());
  caller.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'Invalid Request' });
  await expect(semaphore.withPermit('me', async () => 'never', waitLimit())).rejects.toThrow();
  held?.end();
  await holding;
  await turn();
  expect(started).toEqual(['held']);
});

test('a thousand callers may wait', async () => {
  const semaphore = new KeyedSemaphore(1);
  const { run, end } = work([], 'held');
  const holding = semaphore.withPermit('me', run);
  const waiting = Array.from({ length: 1_000 }, (_, i) => semaphore.withPermit('me', async () => i));
  await expect(semaphore.withPermit('me', async () => 'refused')).rejects.toEqual(busy);
  expect(await semaphore.withPermit('them', async () => 'other')).toBe('other');
  end();
  await holding;
  expect(await Promise.all(waiting)).toHaveLength(1_000);
});

test('a caller that times out at a full semaphore takes no place', async () => {
  const semaphore = new Semaphore(1);
  await semaphore.acquire();
  await expect(semaphore.acquire(soon())).rejects.toEqual(busy);
  semaphore.release();
  await semaphore.acquire();
  expect(semaphore.tryAcquire()).toBe(false);
});

import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

/** Work that starts when it is told and ends when the test says so. */
function work(started: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const run = () => {
    started.push(name);
    return promise;
  };
  return { run, end: () => resolve(name), fail: () => reject(new Error(name)) };
}

test('the many of one wait for each other, and nobody else does', async () => {
  const turns = new Turns(2);
  const started: string[] = [];
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => work(started, name));
  const mine = [a, b, c, d].map((one) => turns.take('me', (one as typeof a & object).run).catch(String));
  expect(started).toEqual(['a', 'b']);

  const other = work(started, 'other');
  const theirs = turns.take('them', other.run);
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

import { expect, test } from 'vitest';
import { Patience } from './patience.ts';

test.each([Number.NaN, -5_000, undefined])(
  'a server that asks for %s is waited for all the same, not for ever',
  async (retryAfter) => {
    const patience = new Patience(() => undefined, { firstPause: 40, longestPause: 40, giveUpAfter: 200 });
    let waits = 0;
    const waitOn = async () => {
      for (; waits < 1_000; waits++)
        await patience.wait(0, { failure: 'down', retryAfter }, new AbortController().signal);
    };
    await expect(waitOn()).rejects.toThrow('Gave up after 0.2 s without progress: down.');
    expect(waits).toBeLessThanOrEqual(10);
  },
);

test('a server that says when to come back is waited for until then', async () => {
  const patience = new Patience(() => undefined, { firstPause: 1, longestPause: 1 });
  const startedAt = performance.now();
  await patience.wait(0, { failure: 'busy', retryAfter: 100 }, new AbortController().signal);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(99);
});

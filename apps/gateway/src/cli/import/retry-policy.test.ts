import { expect, test } from 'vitest';
import { RetryPolicy } from './retry-policy.ts';

test.each([Number.NaN, -5_000, undefined])(
  'a server that asks for %s is waited for all the same, not for ever',
  async (retryAfter) => {
    const retries = new RetryPolicy(() => undefined, { firstPause: 40, longestPause: 40, giveUpAfter: 200 });
    let waits = 0;
    const waitOn = async () => {
      for (; waits < 1_000; waits++)
        await retries.wait(0, { failure: 'down', retryAfter }, new AbortController().signal);
    };
    await expect(waitOn()).rejects.toThrow('Gave up after 0.2 s without progress: down.');
    expect(waits).toBeLessThanOrEqual(10);
  },
);

test('a server that says when to come back is waited for until then', async () => {
  const retries = new RetryPolicy(() => undefined, { firstPause: 1, longestPause: 1 });
  const startedAt = performance.now();
  await retries.wait(0, { failure: 'busy', retryAfter: 100 }, new AbortController().signal);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(99);
});

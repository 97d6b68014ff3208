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

test('a server that never answered is given up early, with what to do', async () => {
  const limits = { firstPause: 1, longestPause: 20, findWithin: 100, giveUpAfter: 60_000 };
  const retries = new RetryPolicy(() => undefined, limits);
  const unreachable = { failure: 'http://localhost:3 cannot be reached (why)', isUnreachable: true };
  const untilGivenUp = async (bound: number) => {
    const end = performance.now() + bound;
    for (let attempt = 0; performance.now() < end; attempt++)
      await retries.wait(attempt, unreachable, new AbortController().signal);
    return 'still trying';
  };
  await expect(untilGivenUp(30_000)).rejects.toThrow(
    'http://localhost:3 cannot be reached (why). Start the server, or pass its address in --url or OUTTURN_URL',
  );

  // A server that has answered may be restarting.
  retries.progressed();
  expect(await untilGivenUp(400)).toBe('still trying');
});

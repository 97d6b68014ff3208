import { expect, onTestFinished, test, vi } from 'vitest';
import type { Database } from '../../database/database.ts';
import { SignUpPolicy } from './sign-up-mode.ts';

const busy = { code: 'Rate Limit Exceeded', retryAfter: 5 };

/**
 * The policy of an installation without an account; `fail` decides which statement of the lock's session fails, and
 * how.
 */
function policyWhere(fail: (sql: string) => Error | undefined = () => undefined) {
  const query = async (sql: string) => {
    const error = fail(sql);
    if (error) throw error;
  };
  const session = { query, end: async () => undefined };
  // The policy uses nothing else of a database.
  const fork = () => ({ find: async () => [] });
  const database = { fork, openSession: async () => session } as unknown as Database;
  return new SignUpPolicy(database, undefined);
}

test('a first sign-up that another gateway delays for too long is told to retry', async () => {
  const timeout = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
  const policy = policyWhere((sql) => (sql.includes('pg_advisory_lock') ? timeout : undefined));
  await expect(policy.inTurn(async () => new Response())).rejects.toMatchObject(busy);
  await expect(policy.inTurn(async () => new Response())).rejects.toMatchObject(busy);
});

test('a successful sign-up is answered although its lock was lost', async () => {
  const policy = policyWhere((sql) => (sql === 'select 1' ? new Error('terminated') : undefined));
  const answer = Response.json({ user: {} });
  expect(await policy.inTurn(async () => answer)).toBe(answer);
  const refused = new Response(null, { status: 422 });
  await expect(policy.inTurn(async () => refused)).rejects.toThrow('was lost');
});

test('first sign-ups run one at a time, and a hundred may wait', async () => {
  // None is refused by a timeout.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const policy = policyWhere();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  let running = 0;
  let most = 0;
  const signUp = async () => {
    most = Math.max(most, ++running);
    await held;
    running--;
    return new Response();
  };
  const answers = Array.from({ length: 102 }, () => policy.inTurn(signUp));
  await expect(Promise.race(answers)).rejects.toMatchObject(busy);
  release();
  const outcomes = await Promise.allSettled(answers);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(101);
  expect(most).toBe(1);
});

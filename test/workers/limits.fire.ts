import { beforeAll, expect, test } from 'vitest';
import { createApiKey } from '../support/api-keys.ts';
import { Browser, newEmail } from '../support/browser.ts';
import { send } from '../support/drivers/http.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import type { Gateway } from '../support/gateway.ts';
import { behindProxy } from '../support/gateway.ts';
import { useGateways } from '../support/load/gateways.ts';
import { expectSharedDelays } from '../support/shared-delays.ts';
import { type Line, lineToEach, pidOf, tellingWorkers, withWorkers } from '../support/workers.ts';

const WORKERS = 3;
const LIMIT = 200;

const store = usePrivateDatabase();
const gateways = useGateways();
let gateway: Gateway;
let lines: Line[];

beforeAll(async () => {
  const env = { ...tellingWorkers, ...behindProxy, REDIS_URL: '', RATE_LIMITS: `free=${LIMIT}` };
  gateway = await gateways.start(store.url, env, withWorkers(WORKERS));
  lines = await lineToEach(gateway, WORKERS, await newKey('unlimited'));
  return () => {
    for (const line of lines) line.close();
  };
});

let developers = 0;
async function newKey(plan: 'free' | 'unlimited'): Promise<string> {
  const developerName = `limited-${developers++}`;
  return (await createApiKey(store.database, { developerName, name: 'test', plan })).token;
}

const each = <T>(count: number, call: (line: Line) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => call(lines[i % lines.length] as Line)));

test('a plan admits exactly its limit, whichever workers are called', async () => {
  const token = await newKey('free');
  const answers = await each(1.5 * LIMIT, (line) => line.get('/v1/agents?limit=1', token));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(LIMIT);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(LIMIT / 2);
  // All workers count down the same limit.
  const left = answers
    .filter(({ status }) => status === 200)
    .map(({ headers }) => Number(headers['x-ratelimit-remaining']));
  expect(left.toSorted((a, b) => a - b)).toEqual(Array.from({ length: LIMIT }, (_, i) => i));
});

test('a caller over the limit is refused by every worker, with the same Retry-After', async () => {
  const token = await newKey('free');
  const [first] = lines;
  await Promise.all(Array.from({ length: LIMIT }, () => first?.get('/v1/agents?limit=1', token)));
  const answers = await each(WORKERS, (line) => line.get('/v1/agents?limit=1', token));
  expect(answers.map(({ status }) => status)).toEqual(Array(WORKERS).fill(429));
  const waits = answers.map(({ headers }) => Number(headers['retry-after']));
  expect(Math.max(...waits) - Math.min(...waits)).toBeLessThanOrEqual(1);
});

test('guesses of keys and of passwords are counted together', async () => {
  const guesses = await each(66, () =>
    send(`${gateway.url}/v1/agents`, {
      token: 'nonsense',
      headers: { 'x-forwarded-for': '192.0.2.7', connection: 'close' },
    }),
  );
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(60);
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(6);

  const email = newEmail();
  const headers = { 'x-forwarded-for': '192.0.2.8', connection: 'close' };
  const body = { email, password: 'a wrong one' };
  const attempts = await each(26, () =>
    new Browser(gateway.url).send('/api/auth/sign-in/email', { body, headers }),
  );
  expect(attempts.filter(({ status }) => status === 401)).toHaveLength(20);
  expect(attempts.filter(({ status }) => status === 429)).toHaveLength(6);
});

test('accounts of one address are counted together', async () => {
  const headers = { 'x-forwarded-for': '192.0.2.9', connection: 'close' };
  const answers = await each(8, () =>
    new Browser(gateway.url).send('/api/auth/sign-up/email', {
      body: { name: 'Ada', email: newEmail(), password: 'correct horse' },
      headers,
    }),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
});

test('failures of an account delay its attempts at every worker, until one succeeds', async () => {
  await expectSharedDelays([gateway]);
});

test('the end of a worker keeps every count', async () => {
  const token = await newKey('free');
  const [first, ...others] = lines;
  await Promise.all(Array.from({ length: LIMIT / 2 }, () => first?.get('/v1/agents?limit=1', token)));
  process.kill(pidOf(gateway, first?.worker), 'SIGKILL');
  const answers = await Promise.all(
    Array.from({ length: LIMIT }, (_, i) => others[i % others.length]?.get('/v1/agents?limit=1', token)),
  );
  expect(answers.filter((answer) => answer?.status === 200)).toHaveLength(LIMIT / 2);
});

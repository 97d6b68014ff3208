import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { Browser, newEmail, signedUp } from '../support/browser.ts';
import { type Answer, isReplay, send } from '../support/drivers/http.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { minimal } from '../support/drivers/samples.ts';
import { type Account, openAccount } from '../support/load/account.ts';
import { useGateways } from '../support/load/gateways.ts';
import { waitUntil } from '../support/load/wait-until.ts';

/** The smallest pool: 4 connections for commands, 2 quick ones, 1 for lists, 1 for accounts. */
const CONNECTIONS = 8;
const COMMANDS = 4;

const store = usePrivateDatabase();
const gateways = useGateways();
const query = (text: string) => ({ body: JSON.stringify({ query: text }) });
const json = (value: object) => ({ body: JSON.stringify(value) });
const report = 'input: {name: "r", document: "{ __typename }"}';
const revenue = `input: {amount: "1", recordedAt: "${minimal.recordedAt}"}`;

type Request = { path: string; body?: string };

/** Calls that need a connection, by surface and pool. */
const requests: Record<string, Request> = {
  'a list over REST': { path: '/v1/events' },
  'a list over GraphQL': { path: '/graphql', ...query('{ events { nodes { id } } }') },
  'a list over tRPC': { path: '/trpc/events.list' },
  'a list by the key of an agent': { path: '/v1/events?agentKey=nobody' },
  'agents over REST': { path: '/v1/agents' },
  'agents over GraphQL': { path: '/graphql', ...query('{ agents { nodes { id } } }') },
  'agents over tRPC': { path: '/trpc/agents.list' },
};

/** Calls that write, each under an idempotency key of its own. */
const writes: Record<string, Request> = {
  'a command over REST': { path: '/v1/customers', ...json({ key: 'rest' }) },
  'a command over GraphQL': { path: '/graphql', ...query(`mutation { saveReport(${report}) { name } }`) },
  'a command over tRPC': { path: '/trpc/customers.create', ...json({ key: 'trpc' }) },
  'a record over REST': { path: '/v1/revenues', ...json(minimal) },
  'a record over GraphQL': { path: '/graphql', ...query(`mutation { recordRevenue(${revenue}) { id } }`) },
  'a record over tRPC': { path: '/trpc/revenues.record', ...json(minimal) },
  'a batch': { path: '/v1/revenues/batch', ...json([minimal, minimal]) },
};

const answers = new Map<string, Answer>();
const retries = new Map<string, Answer>();
let url: string;
let token: string;

/** Resolves when so many connections wait for a lock. */
function untilHeld(count: number): Promise<void> {
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return waitUntil(
    `${count} connections are taken`,
    async () => (await store.database.pool.query(waiting)).rowCount === count,
  );
}

beforeAll(async () => {
  ({ url } = await gateways.start(store.url, { DATABASE_POOL_SIZE: String(CONNECTIONS), REDIS_URL: '' }));
  ({ token } = await openAccount(store.database));
  const stranger: Account = await openAccount(store.database);
  const email = newEmail();
  const browser = await signedUp(url, email);
  const keys = new Map(Object.keys(writes).map((name) => [name, randomUUID()]));
  const sendAs = (name: string, { path, ...more }: Request) => {
    const idempotencyKey = keys.get(name);
    return send(`${url}${path}`, { token, ...more, ...(idempotencyKey !== undefined && { idempotencyKey }) });
  };
  const all = Object.entries({ ...requests, ...writes });
  await sendAs('', { path: '/v1/events' });

  const holder = await store.database.pool.connect();
  await holder.query('begin; lock table events, agents, users in access exclusive mode');
  const holding = [
    sendAs('', { path: '/v1/events' }),
    ...[1, 2].map((i) => sendAs('', { path: `/v1/events?agentKey=${i}` })),
    ...[1, 2, 3, 4].map((i) => sendAs('', { path: '/v1/agents', ...json({ key: `held ${i}` }) })),
    new Browser(url).signIn(email),
  ];
  await untilHeld(CONNECTIONS);
  const ask = async (name: string, asked: Promise<Answer>) => void answers.set(name, await asked);
  await Promise.all([
    ...all.map(([name, request]) => ask(name, sendAs(name, request))),
    ask('a key', send(`${url}/v1/tools`, { token: stranger.token })),
    ask('a session', browser.send('/trpc/account.get', { headers: { 'x-outturn-csrf': '1' } })),
    ask('signing in', new Browser(url).signIn(email)),
    ask('signing up', new Browser(url).signUp()),
  ]);

  await holder.query('rollback');
  holder.release();
  await Promise.all(holding);
  for (const [name, request] of all) retries.set(name, await sendAs(name, request));
}, 60_000);

const of = (name: string, from = answers): Answer => {
  const answer = from.get(name);
  if (answer) return answer;
  throw new Error(`${name} was not asked for`);
};

describe.each(Object.keys({ ...requests, ...writes }))('%s while no connection is free', (name) => {
  test('is told when to retry', () => {
    const { status, headers, text } = of(name);
    expect(status, text).toBe(429);
    expect(text).toContain('The service is busy. Retry after 5 seconds.');
    expect(text).toContain('Rate Limit Exceeded');
    expect(headers.get('retry-after')).toBe('5');
  });

  test('succeeds later, as on a first attempt', () => {
    const { status, headers, text } = of(name, retries);
    expect(status, text).toBeLessThan(300);
    expect(text).not.toContain('"errors"');
    expect(isReplay(headers)).toBe(false);
  });
});

test.each(['a key', 'a session'])(
  '%s that cannot be looked up is told when to retry, and is not refused',
  (name) => {
    const { status, headers, text } = of(name);
    expect(status, text).toBe(429);
    expect(headers.get('retry-after')).toBe('5');
  },
);

test.each(['signing in', 'signing up'])('%s is told when to retry in the form of accounts', (name) => {
  const { status, headers, text } = of(name);
  expect(status, text).toBe(429);
  expect(JSON.parse(text)).toEqual({
    code: 'TOO_MANY_REQUESTS',
    message: 'The service is busy. Retry after 5 seconds.',
  });
  expect(headers.get('retry-after')).toBe('5');
});

// A refusal half-way would leave the user, so that the next attempt found the address taken.
test('a sign-up succeeds while commands have all their connections', async () => {
  const holder = await store.database.pool.connect();
  await holder.query('begin; lock table agents in access exclusive mode');
  const held = Array.from({ length: COMMANDS }, (_, i) =>
    send(`${url}/v1/agents`, { token, body: JSON.stringify({ key: `held by a command ${i}` }) }),
  );
  await untilHeld(COMMANDS);
  const browser = new Browser(url);
  const { status } = await browser.signUp(newEmail());
  await holder.query('rollback');
  holder.release();
  await Promise.all(held);

  expect(status).toBe(200);
  const account = await browser.send('/trpc/account.get', { headers: { 'x-outturn-csrf': '1' } });
  expect(account.status).toBe(200);
});

import { randomInt, randomUUID } from 'node:crypto';
import { createOutturnClient } from '@outturn/client';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { newToken } from '../../packages/service/src/people/api-keys/token.ts';
import { Browser, newEmail, signedUp } from '../support/browser.ts';
import { mintKey, testDatabase } from '../support/developers.ts';
import { type Call, send } from '../support/drivers/http.ts';
import { useOwnGateway } from '../support/drivers/surfaces.ts';
import { behindProxy, type Gateway, startGateway } from '../support/gateway.ts';
import { openStream } from '../support/live/event-stream.ts';
import { expectSharedDelays } from '../support/shared-delays.ts';

const limits = { ...behindProxy, RATE_LIMITS: 'free=20,pro=40' };

// Limits of this gateway alone, whatever the environment of the run.
const gateway = useOwnGateway({ ...limits, REDIS_URL: '' });

const revenue = { amount: '1', recordedAt: '2026-06-30T12:00:00Z' };
const list = (call: Call, url = gateway.url) => send(`${url}/v1/revenues?limit=1`, call);
const record = (call: Call) => send(`${gateway.url}/v1/revenues`, { ...call, body: JSON.stringify(revenue) });

/** How many of `count` concurrent calls are admitted. */
async function admitted(count: number, call: () => Promise<{ status: number }>): Promise<number> {
  const answers = await Promise.all(Array.from({ length: count }, call));
  return answers.filter(({ status }) => status < 400).length;
}

test('an answer states the limit in both spellings', async () => {
  const { token } = await mintKey({ plan: 'pro' });
  const { headers } = await list({ token });
  expect(headers.get('ratelimit-policy')).toBe('"pro";q=40;w=60');
  expect(headers.get('ratelimit')).toMatch(/^"pro";r=39;t=\d+$/);
  expect(headers.get('x-ratelimit-limit')).toBe('40');
  expect(headers.get('x-ratelimit-remaining')).toBe('39');
  const resetIn = Number(headers.get('x-ratelimit-reset')) - Date.now() / 1000;
  expect(resetIn).toBeGreaterThan(0);
  expect(resetIn).toBeLessThanOrEqual(61);
});

test('a plan admits exactly its limit, per developer and over all its keys', async () => {
  const { token, developer } = await mintKey({ plan: 'free' });
  const { token: second } = await mintKey({ developer, plan: 'free' });
  const { token: other } = await mintKey({ plan: 'free' });
  let turn = 0;
  expect(await admitted(50, () => list({ token: turn++ % 2 ? token : second }))).toBe(20);
  expect((await list({ token: other })).status).toBe(200);
});

test('a refusal says when to retry, and a refused write wrote nothing', async () => {
  const { token } = await mintKey({ plan: 'free' });
  await admitted(20, () => list({ token }));
  const refused = await record({ token, idempotencyKey: randomUUID() });
  expect(refused.status).toBe(429);
  expect(JSON.parse(refused.text)).toMatchObject({ code: 'Rate Limit Exceeded', path: 'POST /v1/revenues' });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
});

test('a subscription to a slice costs as many calls as the statements that answer it', async () => {
  const { token } = await mintKey({ plan: 'pro' });
  const query = `subscription {
    analytics(window: {from: "2026-01-01", to: "2026-02-01"}) {
      totals { revenue }
      days: series(every: DAY) { start }
      by(dimension: AGENT) { key }
    }
  }`;
  const stream = await openStream(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  await stream.next();
  stream.close();
  expect((await list({ token })).headers.get('x-ratelimit-remaining')).toBe('36');
});

test('a batch costs one per hundred items', async () => {
  const { token } = await mintKey({ plan: 'pro' });
  const body = JSON.stringify(Array.from({ length: 250 }, () => revenue));
  const { headers } = await send(`${gateway.url}/v1/revenues/batch`, { token, body });
  expect(headers.get('x-ratelimit-remaining')).toBe('37');
});

test('a tRPC batch is charged per call, a GraphQL document per field', async () => {
  const { token } = await mintKey({ plan: 'pro' });
  const input = encodeURIComponent(JSON.stringify({ 0: {}, 1: {}, 2: {} }));
  await send(`${gateway.url}/trpc/revenues.list,goals.list,events.list?batch=1&input=${input}`, { token });
  const query = '{ a: revenues(first: 1) { nodes { id } } b: goals(first: 1) { nodes { id } } }';
  await send(`${gateway.url}/graphql`, { token, body: JSON.stringify({ query }) });
  expect((await list({ token })).headers.get('x-ratelimit-remaining')).toBe('34');
});

test('a body that cannot be read is charged, too', async () => {
  const { token } = await mintKey({ plan: 'free' });
  await admitted(20, () => send(`${gateway.url}/v1/revenues`, { token, body: '{' }));
  expect((await list({ token })).status).toBe(429);
});

/** Calls with a new key of the plan `pro`, and returns how many of its 40 calls are left. */
async function countdown() {
  const { token } = await mintKey({ plan: 'pro' });
  return async (path: string, body?: object) => {
    const { headers } = await send(`${gateway.url}${path}`, { token, body: body && JSON.stringify(body) });
    return Number(headers.get('x-ratelimit-remaining'));
  };
}

test('a request that matches no operation is charged, too', async () => {
  const remaining = await countdown();
  expect(await remaining('/graphql', { query: '{ __typename }' })).toBe(39);
  expect(await remaining('/graphql', { query: '{ nope }' })).toBe(38);
  expect(await remaining('/graphql', { query: '{' })).toBe(37);
  expect(await remaining('/v1/nothing')).toBe(36);
  expect(await remaining('/trpc/nope.x')).toBe(35);
  expect(await remaining('/trpc/nope.x,nope.y?batch=1', {})).toBe(34);
});

test('a call that its operation refuses costs one', async () => {
  const remaining = await countdown();
  expect(await remaining('/v1/revenues', {})).toBe(39);
  expect(await remaining('/trpc/revenues.record', {})).toBe(38);
  expect(await remaining('/trpc/revenues.recordBatch', [])).toBe(37);
  expect(await remaining('/trpc/agents.create', {})).toBe(36);
  const query = 'mutation { recordRevenue(input: { amount: "x", recordedAt: "y" }) { id } }';
  expect(await remaining('/graphql', { query })).toBe(35);
});

test('a call that costs more than is left is refused at the price of one, and smaller calls still succeed', async () => {
  const { token } = await mintKey({ plan: 'free' });
  await admitted(15, () => list({ token }));
  const batch = (items: number) =>
    send(`${gateway.url}/v1/revenues/batch`, {
      token,
      body: JSON.stringify(Array.from({ length: items }, () => revenue)),
    });

  const refused = await batch(1_000);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('x-ratelimit-remaining')).toBe('4');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(JSON.parse(refused.text).message).toMatch(
    /^This call costs as much as 10 calls, and 4 are left for now\. Split it into smaller ones, or retry after \d+ seconds?\.$/,
  );

  expect((await batch(200)).status).toBe(200);
  expect(await admitted(5, () => list({ token }))).toBe(2);
});

test('failed authentication is limited per address, and a valid key from there still works', async () => {
  const headers = { 'x-forwarded-for': '192.0.2.7' };
  const statuses = [];
  for (let i = 0; i < 65; i++) statuses.push((await list({ token: 'nonsense', headers })).status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(60);
  expect(statuses.at(-1)).toBe(429);
  const { token } = await mintKey();
  expect((await list({ token, headers })).status).toBe(200);
  expect((await list({ token: 'nonsense' })).status).toBe(401);
});

test('look-ups of unknown keys are limited per address, and cached keys still work', async () => {
  const headers = { 'x-forwarded-for': '192.0.2.11' };
  const { token } = await mintKey();
  const { token: unused } = await mintKey();
  expect((await list({ token, headers })).status).toBe(200);
  await Promise.all(Array.from({ length: 301 }, () => list({ token: newToken(), headers })));
  const refused = await list({ token: unused, headers });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  // Makes the gateway drop its cache of keys.
  const { pool } = await testDatabase();
  await pool.query(`select pg_notify('outturn_api_keys', '')`);
  expect((await list({ token, headers })).status).toBe(200);
  expect((await list({ token: unused })).status).toBe(200);
});

test('calls with the cookie of an ended session are limited per address', async () => {
  const headers = { 'x-forwarded-for': '192.0.2.12' };
  const browser = await signedUp(gateway.url);
  const { cookie } = browser;
  await browser.signOut();
  const call = () => send(`${gateway.url}/trpc/account.get`, { headers: { ...headers, cookie } });
  const answers = await Promise.all(Array.from({ length: 301 }, call));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(300);
  expect(answers.find(({ status }) => status === 401)?.text).toContain('The session has ended.');
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
});

test('requests for a session are limited per address, probes and static content are not', async () => {
  const headers = { 'x-forwarded-for': '192.0.2.9' };
  const ask = (path: string, sent = headers, body?: string) =>
    send(`${gateway.url}${path}`, { headers: sent, ...(body && { body }) });
  const session = '/api/auth/get-session';
  expect(await admitted(299, () => ask(session))).toBe(299);
  expect(await admitted(5, () => ask('/api/auth/sign-out', headers, '{}'))).toBe(1);
  const refused = await ask(session);
  expect(refused.status).toBe(429);
  expect(JSON.parse(refused.text).code).toBe('TOO_MANY_REQUESTS');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await ask(session, { 'x-forwarded-for': '192.0.2.10' })).status).toBe(200);

  // Only the first answer has content, because the viewer has megabytes.
  const look = async (path: string, etag?: string | null) => {
    const {
      status,
      headers: answered,
      body,
    } = await fetch(gateway.url + path, {
      headers: { ...headers, accept: 'text/html', ...(etag && { 'if-none-match': etag }) },
    });
    await body?.cancel();
    return { status, etag: answered.get('etag') };
  };
  for (const path of ['/healthz', '/readyz', '/graphql', '/docs/viewer.js']) {
    const { etag } = await look(path);
    expect(await admitted(301, () => look(path, etag))).toBe(301);
  }
});

test('the plan unlimited has no limit and no headers', async () => {
  const { token } = await mintKey({ plan: 'unlimited' });
  expect(await admitted(100, () => list({ token }))).toBe(100);
  expect((await list({ token })).headers.has('x-ratelimit-limit')).toBe(false);
});

describe('with Redis', { tags: 'Redis' }, () => {
  const shared = { ...limits, REDIS_URL: process.env.REDIS_URL };
  let pair: Gateway[];
  beforeAll(async () => {
    pair = await Promise.all([1, 2].map(() => startGateway(inject('databaseUrl'), shared)));
  });
  afterAll(() => Promise.all(pair.map((one) => one.stop())));

  test('two gateways share a limit', async () => {
    const { token } = await mintKey({ plan: 'free' });
    let turn = 0;
    const total = await admitted(60, () => list({ token }, pair[turn++ % 2]?.url));
    expect(total).toBe(20);
  });

  test('failures of an account delay its attempts at both gateways, until one succeeds', async () => {
    await expectSharedDelays(pair);
  });

  test('two gateways count the accounts of one address together', async () => {
    // Redis keeps the count for an hour, so the address must be new to it.
    const address = `2001:db8:${randomInt(65_536).toString(16)}:${randomInt(65_536).toString(16)}::1`;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        new Browser(pair[i % 2]?.url ?? '').send('/api/auth/sign-up/email', {
          body: { name: 'Ada', email: newEmail(), password: 'correct horse' },
          headers: { 'x-forwarded-for': address },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(200), 429, 429, 429]);
  });
});

describe('a question that costs a call per series', () => {
  const ask = async (token: string, calls: number) => {
    const series = Array.from({ length: calls }, (_, i) => `s${i}: series(every: DAY) { start }`);
    const query = `{ analytics(window: {from: "2026-01-01", to: "2026-01-02"}) { ${series.join(' ')} } }`;
    const { headers, text } = await send(`${gateway.url}/graphql`, {
      token,
      body: JSON.stringify({ query }),
    });
    const message: string | undefined = JSON.parse(text).errors?.[0]?.message;
    return { message, remaining: Number(headers.get('x-ratelimit-remaining')) };
  };

  test('is refused with its whole cost when it exceeds the rest of the limit, at the price of one', async () => {
    const { token } = await mintKey({ plan: 'free' });
    expect(await ask(token, 12)).toEqual({ remaining: 8 });
    expect(await ask(token, 9)).toEqual({
      message: expect.stringMatching(
        /^This call costs as much as 9 calls, and 7 are left for now\. Split it /,
      ),
      remaining: 7,
    });
    expect(await ask(token, 7)).toEqual({ remaining: 0 });
  });

  test('is refused when it exceeds the limit of a minute, at the price of one', async () => {
    const { token } = await mintKey({ plan: 'free' });
    expect(await ask(token, 21)).toEqual({
      message: expect.stringMatching(
        /^This call costs as much as 21 calls, and the plan free allows 20 a minute/,
      ),
      remaining: 19,
    });
    expect(await ask(token, 19)).toEqual({ remaining: 0 });
  });
});

describe('a client whose plan is used up', () => {
  test('rejects with the limit and the time to wait', async () => {
    const { token: apiKey } = await mintKey({ plan: 'free' });
    const client = createOutturnClient({ url: gateway.url, apiKey, retries: 0 });
    const calls = Array.from({ length: 22 }, () => client.agents.list.query({}));

    const outcomes = await Promise.allSettled(calls);
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(2);
    for (const { reason } of refused as PromiseRejectedResult[])
      expect(reason).toMatchObject({ code: 'Rate Limit Exceeded', retryAfter: expect.any(Number) });
  });
});

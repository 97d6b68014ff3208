import { randomUUID } from 'node:crypto';
import { type ErrorCode, errorCatalogue, type Plan } from '@outturn/service';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createApiKey } from '../support/api-keys.ts';
import { type Answer, send } from '../support/drivers/http.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { minimal, unknownId } from '../support/drivers/samples.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { answerViolations } from '../support/openapi/conformance.ts';
import { operations } from '../support/openapi/document.ts';

// A database of its own, because one of the errors comes from breaking it.
const database = usePrivateDatabase();
let gateway: Gateway;
beforeAll(async () => {
  // The largest answer is less than 16 MiB where the memory is small.
  const NODE_OPTIONS = '--max-old-space-size=128';
  gateway = await startGateway(database.url, { RATE_LIMITS: 'free=1', NODE_OPTIONS });
});
afterAll(() => gateway.stop());

async function newToken(plan: Plan = 'unlimited', scopes?: ['revenues:read']): Promise<string> {
  const developerName = randomUUID();
  const { token } = await createApiKey(database.database, { developerName, name: 'test', plan, scopes });
  return token;
}

type Request = {
  operationId: 'revenues.record' | 'revenues.get' | 'revenues.list' | 'goals.list' | 'agents.create';
  token?: string;
  body?: string;
  key?: string;
  id?: string;
  query?: string;
};

async function ask({ operationId, token, body, key, id, query = '' }: Request): Promise<Answer> {
  const [group, verb] = operationId.split('.');
  const isGet = verb === 'get' || verb === 'list';
  const path = operationId === 'revenues.get' ? `/${id ?? unknownId}` : '';
  return send(`${gateway.url}/v1/${group}${path}${query}`, {
    method: isGet ? 'GET' : 'POST',
    token: token ?? (await newToken()),
    ...(!isGet && { body: body ?? JSON.stringify(minimal) }),
    ...(key !== undefined && { idempotencyKey: key }),
  });
}

/** A request that causes each error of the catalogue; a new code does not compile without one. */
const ways: Record<ErrorCode, () => Promise<Request>> = {
  'Invalid Request': async () => ({ operationId: 'revenues.record', body: '{}' }),
  'Invalid JSON': async () => ({ operationId: 'revenues.record', body: '{' }),
  'Invalid ID': async () => ({ operationId: 'revenues.get', id: 'abc' }),
  'Already Exists': async () => {
    const body = JSON.stringify({ key: 'a', name: 'Ada' });
    const request = { operationId: 'agents.create', token: await newToken(), body } as const;
    await ask(request);
    return request;
  },
  'Idempotency Key Reused': async () => {
    const request = { operationId: 'revenues.record', token: await newToken(), key: 'a' } as const;
    await ask(request);
    return { ...request, body: JSON.stringify({ ...minimal, amount: '2' }) };
  },
  'Answer Too Large': async () => {
    const token = await newToken();
    const metadata = { long: 'x'.repeat(16_000) };
    const body = JSON.stringify(Array(500).fill({ goalKey: 'sold', metadata }));
    for (let i = 0; i < 2; i++) {
      const stored = await send(`${gateway.url}/v1/goals/batch`, { token, body });
      expect(JSON.parse(stored.text)).toMatchObject({ created: 500 });
    }
    return { operationId: 'goals.list', token, query: '?limit=1000' };
  },
  Unauthorized: async () => ({ operationId: 'revenues.get', token: 'nonsense' }),
  Forbidden: async () => ({
    operationId: 'revenues.record',
    token: await newToken('unlimited', ['revenues:read']),
  }),
  'Not Found': async () => ({ operationId: 'revenues.get' }),
  'Question Too Large': async () => {
    const token = await newToken();
    const holder = await database.database.pool.connect();
    await holder.query('begin');
    await holder.query('lock table revenues in access exclusive mode');
    // In place of PostgreSQL, whose time limit is 15 seconds.
    const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
    const cancel =
      'select pg_cancel_backend(pid) from pg_stat_activity where $1 = any(pg_blocking_pids(pid))';
    const cancelled = waitUntil('the list is cancelled', async () => {
      const { rowCount } = await database.database.pool.query(cancel, [rows[0]?.pid]);
      return rowCount === 1;
    });
    onTestFinished(async () => {
      await cancelled;
      await holder.query('rollback');
      holder.release();
    });
    return { operationId: 'revenues.list', token };
  },
  'Rate Limit Exceeded': async () => {
    const request = { operationId: 'revenues.get', token: await newToken('free') } as const;
    await ask(request);
    return request;
  },
  'Server Error': async () => {
    const token = await newToken();
    await database.database.rows('break', 'alter table revenues rename to elsewhere', []);
    return { operationId: 'revenues.get', token };
  },
};

test.each(Object.entries(errorCatalogue))('%s is sent as described', async (code, { status }) => {
  const request = await ways[code as ErrorCode]();
  const answer = await ask(request);
  const operation = operations.find(({ operationId }) => operationId === request.operationId);

  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.text)).toMatchObject({ code, status });
  expect(operation && answerViolations(operation, answer)).toEqual([]);
  expect(answer.headers.has('retry-after')).toBe(status === 429);
});

test('the statuses of the document are those of the spec', () => {
  const statuses = new Set(operations.flatMap(({ responses }) => Object.keys(responses)));
  expect([...statuses].sort()).toEqual(['200', '201', '204', '400', '401', '403', '404', '429', '500']);
});

test('a plan with a limit gets rate limit headers', async () => {
  const token = await newToken('free');
  const answers = [
    await ask({ operationId: 'revenues.get', token }),
    await ask({ operationId: 'revenues.get', token }),
  ];

  for (const { headers } of answers) {
    expect(headers.get('ratelimit-policy')).toBe('"free";q=1;w=60');
    expect(headers.get('ratelimit')).toMatch(/^"free";r=0;t=([1-9]|[1-5]\d|60)$/);
    expect(headers.get('x-ratelimit-limit')).toBe('1');
    expect(headers.get('x-ratelimit-remaining')).toBe('0');
    expect(Number(headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1000 - 1);
  }
  expect(answers[1]?.status).toBe(429);
  expect(Number(answers[1]?.headers.get('retry-after'))).toBeGreaterThan(0);
});

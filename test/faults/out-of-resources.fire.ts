import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectDatabase } from '@outturn/service';
import { Client } from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Answer, send } from '../support/drivers/http.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { minimal } from '../support/drivers/samples.ts';
import { failureOf } from '../support/failure-of.ts';
import { openAccount } from '../support/load/account.ts';
import { useGateways } from '../support/load/gateways.ts';
import { usePrivatePostgres, withPostgres } from '../support/load/private-postgres.ts';
import { on } from '../support/on.ts';
import { startRefusal } from '../support/tcp/refusal.ts';

const gateways = useGateways();

type Caller = { url: string; token: string };

const query = (text: string) => JSON.stringify({ query: text });
const input = `{amount: "1", recordedAt: "${minimal.recordedAt}"}`;

/** Calls that write and calls that read, by surface. */
const writes: Record<string, { path: string; body?: string }> = {
  'a record over REST': { path: '/v1/revenues', body: JSON.stringify(minimal) },
  'a record over tRPC': { path: '/trpc/revenues.record', body: JSON.stringify(minimal) },
  'a record over GraphQL': {
    path: '/graphql',
    body: query(`mutation { recordRevenue(input: ${input}) { id } }`),
  },
  'a command over REST': { path: '/v1/agents', body: '{"key":"rest"}' },
  'a command over tRPC': { path: '/trpc/agents.create', body: '{"key":"trpc"}' },
};
const reads: typeof writes = {
  'a list over REST': { path: '/v1/events' },
  'a list over tRPC': { path: '/trpc/events.list' },
  'a list over GraphQL': { path: '/graphql', body: query('{ events { nodes { id } } }') },
};

/** Sends all of them concurrently, each under an idempotency key. */
async function sendAll(
  { url, token }: Caller,
  calls: typeof writes,
  name = 'first',
): Promise<[string, Answer][]> {
  const sent = Object.entries(calls).map(async ([what, call], i): Promise<[string, Answer]> => {
    const { path, ...body } = call;
    return [what, await send(`${url}${path}`, { token, ...body, idempotencyKey: `${name}-${i}` })];
  });
  return Promise.all(sent);
}

type Refusal = { status: number; code: string; message: string; retryAfter: string };

function expectRefused(answers: readonly [string, Answer][], refusal: Refusal): void {
  for (const [what, { status, headers, text }] of answers) {
    expect(status, text).toBe(refusal.status);
    expect(text, what).toContain(refusal.code);
    expect(text, what).toContain(refusal.message);
    expect(headers.get('retry-after'), what).toBe(refusal.retryAfter);
  }
}

function expectAnswered(answers: readonly [string, Answer][]): void {
  for (const [what, { status, text }] of answers) {
    expect(status, text).toBeLessThan(300);
    expect(text, what).not.toContain('"errors"');
  }
}

const busy: Refusal = {
  status: 429,
  code: 'Rate Limit Exceeded',
  message: 'The service is busy. Retry after 5 seconds.',
  retryAfter: '5',
};

describe('a PostgreSQL without a free connection', () => {
  const postgres = usePrivatePostgres({ max_connections: '40' });
  let caller: Caller;
  beforeAll(async () => {
    const { url } = await gateways.start(postgres.url, { REDIS_URL: '', DATABASE_DIRECT_URL: '' });
    caller = { url, token: (await withPostgres(postgres.url, openAccount)).token };
    expectAnswered(await sendAll(caller, reads));
  });

  /** Takes all connections, including those in the gateway's pools. */
  async function takeAll(): Promise<() => Promise<unknown>> {
    const taken: Client[] = [];
    for (;;) {
      const client = new Client({ connectionString: postgres.url });
      client.on('error', () => undefined);
      try {
        await client.connect();
      } catch {
        return () => Promise.all(taken.map((one) => one.end()));
      }
      taken.push(client);
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name ~ '^outturn/[0-9]+$'`,
      );
    }
  }

  test('makes calls retry', async () => {
    const letGo = await takeAll();
    const refused = await sendAll(caller, { ...writes, ...reads });
    const failure = await failureOf(connectDatabase({ url: postgres.url }));
    await letGo();

    expectRefused(refused, busy);
    // A program that starts reports PostgreSQL's own message.
    expect(failure).toMatchObject({
      code: '53300',
      message: expect.stringMatching(/too many clients|slots/),
    });
    expectAnswered(await sendAll(caller, { ...writes, ...reads }));
  });
});

describe('a pooler that accepts no further client', () => {
  const store = usePrivateDatabase();

  test('is reported as busy', async () => {
    const refusal = await startRefusal(store.url, '08P01', 'no more connections allowed (max_client_conn)');
    const database = await connectDatabase({ url: refusal.url });
    refusal.begin();
    const failures = await Promise.all(
      [database.quick, database.read].map((rows) => failureOf(rows('one', 'select 1', []))),
    );
    await database.close();
    for (const failure of failures) expect(failure).toMatchObject({ code: busy.code, retryAfter: 5 });
  });
});

/** Has PostgreSQL refuse inserts with this error code, until the returned function is called. */
async function refuse(databaseUrl: string, state: string): Promise<() => Promise<unknown>> {
  const tables = ['revenues', 'agents'];
  await on(
    databaseUrl,
    `create or replace function refuse() returns trigger language plpgsql as
       $$ begin raise exception 'could not extend file' using errcode = '${state}'; end $$;
     ${tables.map((table) => `create trigger refuse before insert on ${table} execute function refuse();`).join(' ')}`,
  );
  return () => on(databaseUrl, tables.map((table) => `drop trigger refuse on ${table};`).join(' '));
}

describe('a PostgreSQL that is out of resources', () => {
  const store = usePrivateDatabase();
  let url: string;
  beforeAll(async () => {
    ({ url } = await gateways.start(store.url, { REDIS_URL: '' }));
  });

  describe.each([
    ['53100', 'a full disk'],
    ['53200', 'no memory'],
    ['53400', 'a limit of its configuration'],
  ])('%s: with %s', (state) => {
    let caller: Caller;
    beforeAll(async () => {
      caller = { url, token: (await openAccount(store.database)).token };
    });

    test('makes calls retry', async () => {
      const relent = await refuse(store.url, state);
      const refused = await sendAll(caller, writes);
      await relent();

      expectRefused(refused, {
        status: 500,
        code: 'Server Error',
        message:
          'The service cannot answer at the moment. Retry after a second with the same idempotency key.',
        retryAfter: '1',
      });
      expectAnswered(await sendAll(caller, writes));
    });

    test('is shown by /readyz until a record was written', async () => {
      const ready = async () => (await send(`${url}/readyz`)).text;
      const relent = await refuse(store.url, state);
      await sendAll(caller, writes, 'unready');
      expect(JSON.parse(await ready())).toEqual({
        status: 'not ready',
        reason: 'PostgreSQL refuses to write: its disk may be full.',
      });
      await relent();
      expectAnswered(await sendAll(caller, writes, 'ready'));
      expect(JSON.parse(await ready())).toEqual({ status: 'ready' });
    });

    test('delays records until it has recovered', async () => {
      const relent = await refuse(store.url, state);
      const { 'a record over REST': record } = writes;
      const recording = sendAll(caller, { record: { path: '/v1/revenues', ...record } }, 'waiting');
      await sleep(500);
      await relent();
      expectAnswered(await recording);
    });
  });

  describe('sends Retry-After with an answer that has failed items:', () => {
    let token: string;
    beforeAll(async () => {
      ({ token } = await openAccount(store.database));
    });

    /** A known item, a new one, and an invalid one. */
    const items = (name: string) => [
      { ...minimal, idempotencyKey: 'known' },
      { ...minimal, idempotencyKey: name },
      { ...minimal, amount: 'a lot' },
    ];

    /** The same call in each form that has items. */
    const batches: Record<string, (name: string) => [path: string, body: unknown]> = {
      'a batch over REST': (name) => ['/v1/revenues/batch', items(name)],
      'a batch over tRPC': (name) => ['/trpc/revenues.recordBatch', items(name)],
      'the later of two batches in a request of tRPC': (name) => [
        '/trpc/outcomes.recordBatch,revenues.recordBatch?batch=1',
        { 0: [{ value: '1' }], 1: items(name) },
      ],
    };

    test.each(Object.entries(batches))('%s', async (_, batch) => {
      const sendItems = (name: string) => {
        const [path, body] = batch(name);
        return send(`${url}${path}`, { token, body: JSON.stringify(body) });
      };
      const before = await sendItems(randomUUID());
      const name = randomUUID();
      const relent = await refuse(store.url, '53100');
      const during = await sendItems(name);
      await relent();
      const after = await sendItems(name);

      expect(during.status, during.text).toBeLessThan(300);
      expect(statuses(during)).toEqual(['replayed', 'Server Error', 'Invalid Request']);
      expect(during.headers.get('retry-after')).toBe('1');
      // An invalid item fails again.
      expect(statuses(after)).toEqual(['replayed', 'created', 'Invalid Request']);
      for (const { headers } of [before, after]) expect(headers.has('retry-after')).toBe(false);
    });
  });
});

/** The status of each of the last three items, or the code of its refusal. */
function statuses({ text }: Answer): string[] {
  const found = text.matchAll(/"status":"(created|replayed|rejected)"(?:,"error":\{"code":"([^"]+)")?/g);
  const all = [...found].map(([, status = '', code]) => code ?? status);
  return all.slice(-3);
}

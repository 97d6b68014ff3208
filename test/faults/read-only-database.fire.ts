import { beforeAll, describe, expect, test } from 'vitest';
import { type Answer, isReplay, send } from '../support/drivers/http.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { minimal } from '../support/drivers/samples.ts';
import { openAccount } from '../support/load/account.ts';
import { useGateways } from '../support/load/gateways.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { on } from '../support/on.ts';
import { usePrimary } from '../support/replicas/use-primary.ts';
import { useTcpProxies } from '../support/tcp/tcp-proxy.ts';

const gateways = useGateways();
const startProxy = useTcpProxies();

type Caller = { url: string; token: string };

const query = (text: string) => JSON.stringify({ query: text });
const input = `{amount: "1", recordedAt: "${minimal.recordedAt}"}`;

/** Calls that write, by surface. */
const writes: Record<string, { path: string; body: (name: string) => string }> = {
  'a record over REST': { path: '/v1/revenues', body: () => JSON.stringify(minimal) },
  'a record over tRPC': { path: '/trpc/revenues.record', body: () => JSON.stringify(minimal) },
  'a record over GraphQL': {
    path: '/graphql',
    body: () => query(`mutation { recordRevenue(input: ${input}) { id } }`),
  },
  'a command over REST': { path: '/v1/agents', body: (name) => JSON.stringify({ key: name }) },
  'a command over tRPC': { path: '/trpc/customers.create', body: (name) => JSON.stringify({ key: name }) },
};

/** Sends all of them concurrently, each under a key of its own. */
async function writeAll({ url, token }: Caller, name: string): Promise<[string, Answer][]> {
  const sent = Object.entries(writes).map(async ([what, { path, body }], i): Promise<[string, Answer]> => {
    const call = { token, body: body(name), idempotencyKey: `${name}-${i}` };
    return [what, await send(`${url}${path}`, call)];
  });
  return Promise.all(sent);
}

function expectWritten(answers: readonly [string, Answer][]): void {
  for (const [what, { status, headers, text }] of answers) {
    expect(status, text).toBeLessThan(300);
    expect(text, what).not.toContain('"errors"');
    expect(isReplay(headers), what).toBe(false);
  }
}

function expectToldToComeBack(answers: readonly [string, Answer][]): void {
  for (const [what, { status, headers, text }] of answers) {
    expect(status, text).toBe(500);
    expect(text, what).toContain('Server Error');
    expect(text, what).toContain('Retry after a second with the same idempotency key.');
    expect(headers.get('retry-after'), what).toBe('1');
  }
}

async function readiness({ url }: Caller): Promise<[number, unknown]> {
  const { status, text } = await send(`${url}/readyz`);
  return [status, JSON.parse(text)];
}

const untilReady = (caller: Caller) =>
  waitUntil('the gateway is ready', async () => (await readiness(caller))[0] === 200);

const notReady = (reason: string) => [503, { status: 'not ready', reason }];

describe('a URL that leads to a standby', () => {
  const store = usePrimary();
  let caller: Caller;
  let way: Awaited<ReturnType<typeof startProxy>>;
  beforeAll(async () => {
    const standby = await store.server.addReplica();
    way = await startProxy(store.server.url);
    const { url } = await gateways.start(way.url, { REDIS_URL: '' });
    caller = { url, token: (await openAccount(store.database)).token };
    expectWritten(await writeAll(caller, 'before'));
    way.lead(standby.url);
    way.set('closed');
    way.set('open');
    await waitUntil('the standby answers', async () => {
      const { status } = await send(`${url}/v1/agents/before`, { token: caller.token });
      return status === 200;
    });
  });

  test('makes the gateway unready, until it leads to a primary again', async () => {
    expect(await readiness(caller)).toEqual(notReady('PostgreSQL is a standby, which takes no writes.'));
    expectToldToComeBack(await writeAll(caller, 'retried'));
    // Connections to the standby stay open, and are in use all the time.
    way.lead(store.server.url);
    await untilReady(caller);
    expectWritten(await writeAll(caller, 'retried'));
  });
});

describe('a database that is set to read-only', () => {
  const store = usePrivateDatabase();
  let caller: Caller;
  const set = async (setting: string) => {
    const name = new URL(store.url).pathname.slice(1);
    await on(store.url, `begin read write; alter database ${name} ${setting}; commit`);
  };
  beforeAll(async () => {
    const { url } = await gateways.start(store.url, { REDIS_URL: '' });
    caller = { url, token: (await openAccount(store.database)).token };
    expectWritten(await writeAll(caller, 'before'));
    await set('set default_transaction_read_only = on');
    await on(
      store.url,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
  });

  test('makes the gateway unready, until writes are possible again', async () => {
    // The first request may get a connection that has just been closed.
    await readiness(caller);
    expect(await readiness(caller)).toEqual(notReady('PostgreSQL is read-only.'));
    expectToldToComeBack(await writeAll(caller, 'retried'));
    await set('reset default_transaction_read_only');
    await untilReady(caller);
    expectWritten(await writeAll(caller, 'retried'));
  });
});

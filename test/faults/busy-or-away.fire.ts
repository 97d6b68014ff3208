import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { connectDatabase, type Database, OutturnError } from '@outturn/service';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { Snapshot } from '../../packages/service/src/analytics/snapshot.ts';
import { Semaphore } from '../../packages/service/src/database/semaphore.ts';
import { Developer } from '../../packages/service/src/people/developers/developer.entity.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { useTcpProxies } from '../support/tcp/tcp-proxy.ts';

/** The timeout of waiting for a connection in these tests, in milliseconds. */
const PATIENCE = 2_000;
/**
 * The smallest pool: 4 for commands, 2 quick ones, 1 for lists; the eighth belongs to accounts, which are not started
 * here.
 */
const CONNECTIONS = 8;
const taken = { rows: 4, quick: 2, read: 1 } as const;

const store = usePrivateDatabase();
const startProxy = useTcpProxies();
const open: Database[] = [];
afterEach(async () => {
  for (const database of open.splice(0)) await database.close();
});

async function connectSmall(url: string): Promise<Database> {
  const database = await connectDatabase({ url, connections: CONNECTIONS, connectTimeout: PATIENCE });
  open.push(database);
  return database;
}

const failureOf = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error: unknown) => error,
  );

/** Calls that need a connection, by purpose. */
const asks: Record<string, (database: Database) => Promise<unknown>> = {
  list: ({ read }) => read('one', 'select 1', []),
  'short statement': ({ quick }) => quick('one', 'select 1', []),
  'statement beside commands': ({ rows }) => rows('one', 'select 1', []),
  command: (database) => database.fork().transactional((em) => em.execute('select 1')),
  'query of an entity manager': (database) => database.fork().count(Developer),
  question: (database) =>
    Snapshot.use(
      database,
      { semaphore: new Semaphore(2), statements: 1, opening: 'select true' },
      (snapshot) => snapshot.rows({ sql: 'select 1', values: [] }),
    ),
};

/** Makes every call concurrently, and returns how each failed. */
async function failuresOf(database: Database): Promise<[string, unknown][]> {
  return Promise.all(
    Object.entries(asks).map(
      async ([what, ask]): Promise<[string, unknown]> => [what, await failureOf(ask(database))],
    ),
  );
}

/** Has every connection wait for a lock. Returns a function that releases them. */
async function takeAll(database: Database): Promise<() => Promise<unknown>> {
  const { pool } = store.database;
  const holder = await pool.connect();
  await holder.query('select pg_advisory_lock(6)');
  const statements = Object.entries(taken).flatMap(([kind, count]) => {
    const run = database[kind as keyof typeof taken];
    return Array.from({ length: count }, () => run('hold', 'select pg_advisory_xact_lock(6)', []));
  });
  const done = Promise.allSettled(statements);
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`;
  await waitUntil('all wait', async () => (await pool.query(waiting)).rowCount === statements.length);
  return async () => {
    await holder.query('select pg_advisory_unlock(6)');
    holder.release();
    return done;
  };
}

const busy = expect.objectContaining({
  code: 'Rate Limit Exceeded',
  status: 429,
  retryAfter: 5,
  message: 'The service is busy. Retry after 5 seconds.',
});

test('a call that times out waiting for a connection is told when to retry', async () => {
  const database = await connectSmall(store.url);
  const letGo = await takeAll(database);
  const failures = await failuresOf(database);
  await letGo();
  for (const [what, error] of failures) {
    expect(error, what).toBeInstanceOf(OutturnError);
    expect(error, what).toEqual(busy);
  }
  for (const [what, error] of await failuresOf(database)) expect(error, what).toBeUndefined();
});

test('a silent PostgreSQL is reported as an outage, not as busy', async () => {
  const proxy = await startProxy(store.url);
  const database = await connectSmall(proxy.url);
  const letGo = await takeAll(database);
  proxy.set('silent');
  const failures = await failuresOf(database);
  proxy.set('closed');
  await letGo();
  for (const [what, error] of failures) {
    expect(error, what).toBeInstanceOf(Error);
    expect(error, what).not.toBeInstanceOf(OutturnError);
  }
});

describe('a slow new connection', () => {
  /** A server that accepts connections and sends nothing. */
  async function startSilence() {
    const server = createServer((socket) => socket.on('error', () => undefined));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const url = `postgresql://127.0.0.1:${(server.address() as AddressInfo).port}/silence`;
    return { url, connected: once(server, 'connection') };
  }

  test('is reported as busy when PostgreSQL answers the next connection', async () => {
    const proxy = await startProxy(store.url);
    const database = await connectSmall(proxy.url);
    const silence = await startSilence();
    proxy.lead(silence.url);
    const asked = failureOf(database.quick('one', 'select 1', []));
    await silence.connected;
    proxy.lead(store.url);
    expect(await asked).toEqual(busy);
    expect(await database.quick('one', 'select 1', [])).toEqual([['1']]);
  });

  test('is reported as an outage when PostgreSQL does not', async () => {
    const proxy = await startProxy(store.url);
    const database = await connectSmall(proxy.url);
    proxy.lead((await startSilence()).url);
    const error = await failureOf(database.quick('one', 'select 1', []));
    expect(error).not.toBeInstanceOf(OutturnError);
    expect(error).toMatchObject({ message: 'Connection terminated due to connection timeout' });
  });
});

test('a PostgreSQL that refuses connections is reported as an outage at once', async () => {
  const proxy = await startProxy(store.url);
  const database = await connectSmall(proxy.url);
  proxy.set('closed');
  const started = performance.now();
  expect(await failureOf(database.quick('one', 'select 1', []))).not.toBeInstanceOf(OutturnError);
  expect(performance.now() - started).toBeLessThan(PATIENCE);
});

import { once } from 'node:events';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { send } from '../support/drivers/http.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import type { Gateway, StartOptions } from '../support/gateway.ts';
import { openStream } from '../support/live/event-stream.ts';
import { type Account, openAccount } from '../support/load/account.ts';
import { ConnectionLost } from '../support/load/exchange.ts';
import { randomFact } from '../support/load/facts.ts';
import { figure, report } from '../support/load/figures.ts';
import { useGateways } from '../support/load/gateways.ts';
import { Journal } from '../support/load/journal.ts';
import { Random } from '../support/load/random.ts';
import { reconcile } from '../support/load/reconcile.ts';
import { type Caller, routes } from '../support/load/routes.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { withWorkers } from '../support/workers.ts';

const TIMES = figure(2, 50);
const CLIENTS = 32;
const STREAMS = 8;
/** How many records are acknowledged before the signal. */
const LOAD = 300;

const store = usePrivateDatabase();
const gateways = useGateways();

/** Sends one request after the other over a kept-alive connection, until it is refused or closed. */
async function sendUntilClosed(
  caller: Omit<Caller, 'agent'>,
  journal: Journal,
  name: string,
): Promise<ConnectionLost> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const random = new Random(name.length);
  for (let i = 0; ; i++) {
    const nonce = `${name}-${i}`;
    const fact = randomFact(random, 'revenues', nonce);
    const item = { key: `key-of-${nonce}`, fact, expect: 'record' as const };
    try {
      for (const result of await routes.restSingle.send({ ...caller, agent }, [item]))
        journal.settle(item, result);
    } catch (error) {
      agent.destroy();
      if (error instanceof ConnectionLost) return error;
      throw error;
    }
  }
}

/** Follows records until the stream ends; rejects when it breaks off. */
async function followToEnd(url: string, { token }: Account): Promise<'ended'> {
  const stream = await openStream(`${url}/trpc/records.live?input={}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  for (let event = await stream.next(); event; event = await stream.next());
  return 'ended';
}

type Ending = { acknowledged: number; endings: ConnectionLost[] };

async function shutDownUnderLoad(options: StartOptions, end: (gateway: Gateway) => void): Promise<Ending> {
  const gateway = await gateways.start(store.url, {}, options);
  const { url, child } = gateway;
  const account = await openAccount(store.database);
  const journal = new Journal();
  const clients = Array.from({ length: CLIENTS }, (_, i) =>
    sendUntilClosed({ url, ...account }, journal, `client-${i}`),
  );
  const streams = Array.from({ length: STREAMS }, () => followToEnd(url, account));
  await waitUntil('the load runs', () => journal.acknowledged.size > LOAD);
  const exit = once(child, 'exit');
  end(gateway);

  const endings = await Promise.all(clients);
  expect(await exit).toEqual([0, null]);
  expect(await Promise.all(streams)).toEqual(streams.map(() => 'ended'));
  // Clients see the end as a refused new connection; on open ones an answer announced the close.
  expect(endings.filter(({ isReused }) => isReused)).toEqual([]);
  expect(endings.filter(({ code }) => !['ECONNREFUSED', 'ECONNRESET'].includes(code))).toEqual([]);
  expect(journal.contradictions).toEqual([]);
  // Every written record was acknowledged.
  const told = journal.acknowledged.values();
  expect(await reconcile(store.database, account.developerId, told)).toEqual([]);
  return { acknowledged: journal.acknowledged.size, endings };
}

const terminate = ({ child }: Gateway) => void child.kill('SIGTERM');
/** As a terminal does on Ctrl+C: every process of the group gets the signal. */
const interruptAll = ({ child }: Gateway) => process.kill(-Number(child.pid), 'SIGINT');
const hangUp = ({ child }: Gateway) => void child.kill('SIGHUP');

test.each([
  { what: 'SIGTERM', options: {}, end: terminate, times: TIMES },
  { what: 'SIGTERM with two workers', options: withWorkers(2), end: terminate, times: figure(1, 20) },
  {
    what: 'Ctrl+C with two workers',
    options: { ...withWorkers(2), detached: true },
    end: interruptAll,
    times: figure(1, 20),
  },
  { what: 'SIGHUP with two workers', options: withWorkers(2), end: hangUp, times: 1 },
])(
  '$what under load answers every request in flight, then exits with 0, $times times',
  {
    timeout: 1_200_000,
  },
  async ({ what, options, end, times }) => {
    let clients = 0;
    let acknowledged = 0;
    for (let i = 0; i < times; i++) {
      const one = await shutDownUnderLoad(options, end);
      acknowledged += one.acknowledged;
      clients += one.endings.length;
    }
    report(
      `${times} × ${what} under ${CLIENTS} clients and ${STREAMS} streams: ${acknowledged} records acknowledged, none written ` +
        `unanswered, none of ${clients} clients lost a connection that no answer had announced to close, every stream ended, exit code 0`,
    );
  },
);

test('a request that takes longer than the idle timeout of the shutdown is answered', async () => {
  const gateway = await gateways.start(store.url);
  const { token } = await openAccount(store.database);
  const holder = await store.database.pool.connect();
  await holder.query('begin; lock table revenues in access exclusive mode');
  const asked = send(`${gateway.url}/v1/revenues`, { token });
  await waitUntil('the request waits for the lock', async () => {
    const { rows } = await store.database.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  });

  const exit = once(gateway.child, 'exit');
  gateway.child.kill('SIGTERM');
  await waitUntil('new connections are refused', () =>
    fetch(`${gateway.url}/healthz`).then(
      () => false,
      () => true,
    ),
  );
  await sleep(500);
  await holder.query('rollback');
  holder.release();

  const { status, headers, text } = await asked;
  expect({ status, text, connection: headers.get('connection') }).toEqual({
    status: 200,
    text: '[]',
    connection: 'close',
  });
  expect(await exit).toEqual([0, null]);
});

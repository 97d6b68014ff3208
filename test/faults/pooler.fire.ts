import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import type { Gateway } from '../support/gateway.ts';
import { type Account, giveValues, openAccount } from '../support/load/account.ts';
import { runClients } from '../support/load/clients.ts';
import { figure, report } from '../support/load/figures.ts';
import { useGateways } from '../support/load/gateways.ts';
import { Journal } from '../support/load/journal.ts';
import { Random } from '../support/load/random.ts';
import { reconcile } from '../support/load/reconcile.ts';
import { replayMismatches } from '../support/load/replay-all.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { Workload } from '../support/load/workload.ts';
import { type PgBouncer, usePgBouncer } from '../support/pooler/pgbouncer.ts';

/** How often each kind of disturbance occurs. */
const TIMES = figure(2, 20);
/** How many records are acknowledged between two disturbances. */
const ITEMS = figure(150, 500);
const CLIENTS = 16;
/** The connections of the full pooler, and its timeout for waiting clients, in seconds. */
const PLACES = 3;
const WAIT = 1;

describe('a pooler of transactions in front of PostgreSQL', { tags: 'PgBouncer' }, () => {
  const store = usePrivateDatabase();
  const gateways = useGateways();
  const pooler = usePgBouncer();
  const narrow = usePgBouncer({ default_pool_size: PLACES, query_wait_timeout: WAIT });

  const startPair = (through: PgBouncer) => {
    const env = {
      DATABASE_URL: through.through(store.url),
      DATABASE_DIRECT_URL: store.url,
      DATABASE_PREPARED_STATEMENTS: 'off',
    };
    return Promise.all([gateways.start(store.url, env), gateways.start(store.url, env)]);
  };

  /** Loads two gateways during disturbances; expects every record to be there once, and to replay. */
  async function underLoad(
    pair: readonly Gateway[],
    disturb: (acknowledged: (more: number) => Promise<void>) => Promise<void>,
  ): Promise<number> {
    const [{ url } = { url: '' }] = pair;
    const account: Account = await openAccount(store.database);
    await giveValues(url, account);
    const journal = new Journal();
    const workload = new Workload({ random: new Random(47), journal });
    let turn = 0;
    const target = () => pair[turn++ % pair.length]?.url ?? url;
    const acknowledged = async (more: number) => {
      const { size } = journal.acknowledged;
      await waitUntil('more was acknowledged', () => journal.acknowledged.size >= size + more);
    };
    const load = runClients({ clients: CLIENTS, ...account, workload, journal, target });
    const disturbing = acknowledged(ITEMS)
      .then(() => disturb(acknowledged))
      .then(() => acknowledged(ITEMS))
      .finally(() => workload.stop());
    await Promise.all([disturbing, load]);

    // Clients never lost a connection; at worst they were asked to retry.
    expect(Object.keys(journal.disturbances).filter((reason) => reason !== 'Server Error')).toEqual([]);
    expect(journal.contradictions).toEqual([]);
    expect(await reconcile(store.database, account.developerId, journal.acknowledged.values())).toEqual([]);
    expect(await replayMismatches({ url, ...account }, journal.acknowledged)).toEqual([]);
    return journal.acknowledged.size;
  }

  test('loses and doubles nothing when it is killed, stopped, or loses its connections', {
    timeout: 900_000,
  }, async () => {
    const pair = await startPair(pooler);
    const restart = (signal: 'SIGKILL' | 'SIGTERM') => async () => {
      await pooler.end(signal);
      await sleep(100);
      await pooler.start();
    };
    const disturbances = [restart('SIGKILL'), restart('SIGTERM'), () => endSessions(store.url)];
    const size = await underLoad(pair, async (acknowledged) => {
      for (let i = 0; i < TIMES; i++) {
        for (const disturb of disturbances) {
          await disturb();
          await acknowledged(ITEMS);
        }
      }
    });
    for (const { child } of pair) expect(child.exitCode ?? child.signalCode).toBe(null);
    report(
      `PgBouncer ${TIMES} × killed, ${TIMES} × stopped, ${TIMES} × disconnected from PostgreSQL under  ${CLIENTS} clients of ` +
        `two gateways: of ${size} acknowledged records 0 lost, 0 doubled, 0 replayed differently`,
    );
  });

  test('answers all questions with fewer connections than there are questions', async () => {
    const pair = await startPair(narrow);
    const { token } = await openAccount(store.database);
    const query =
      '{ analytics(window: {from: "2026-01-01", to: "2026-02-01"}) { totals { revenue } series(every: DAY) { start totals { revenue } } by(dimension: AGENT, first: 5) { key totals { revenue } } sources: by(dimension: SOURCE) { key totals { revenue } } } }';
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const ask = async (i: number) => {
      const { url } = pair[i % 2] ?? { url: '' };
      const answer = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ query }),
      });
      return (await answer.json()) as { errors?: unknown };
    };
    for (let round = 0; round < 10; round++) {
      const answers = await Promise.all(Array.from({ length: 8 * PLACES }, (_, i) => ask(i)));
      expect(answers.filter(({ errors }) => errors)).toEqual([]);
    }
    await Promise.all(pair.map((gateway) => gateway.stop()));
  }, 120_000);

  test('loses and doubles nothing when it has no free connection and turns clients away', {
    timeout: 900_000,
  }, async () => {
    const pair = await startPair(narrow);
    const size = await underLoad(pair, async (acknowledged) => {
      for (let i = 0; i < TIMES; i++) {
        await occupy(narrow.through(store.url));
        await acknowledged(ITEMS);
      }
    });
    expect(narrow.log()).toContain('query_wait_timeout');
    report(
      `PgBouncer ${TIMES} × with all connections taken for longer than clients may wait: of ${size} acknowledged records 0 lost, 0 doubled`,
    );
  });
});

/** Ends every session in the database but its own, as an administrator or a failover would. */
async function endSessions(url: string): Promise<void> {
  await withClient(url, (client) =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name like 'outturn/%' and pid <> pg_backend_pid()`,
    ),
  );
}

/** Takes all connections of a pooler until its other clients have timed out. */
async function occupy(url: string): Promise<void> {
  const hold = () => withClient(url, (client) => client.query(`select pg_sleep(${WAIT * 2.5})`));
  await Promise.allSettled(Array.from({ length: PLACES }, hold));
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { expectExact } from '../support/citus/expect-exact.ts';
import { serverOf } from '../support/citus/node-server.ts';
import { useCitus } from '../support/citus/use-citus.ts';
import { follow } from '../support/live/follower.ts';
import { giveValues, openAccount } from '../support/load/account.ts';
import { acknowledgedMore } from '../support/load/acknowledged-more.ts';
import { runClients } from '../support/load/clients.ts';
import { figure, report } from '../support/load/figures.ts';
import { useGateways } from '../support/load/gateways.ts';
import { Journal } from '../support/load/journal.ts';
import { withPostgres } from '../support/load/private-postgres.ts';
import { Random } from '../support/load/random.ts';
import { Workload } from '../support/load/workload.ts';
import { on } from '../support/on.ts';

const CRASHES = figure(3, 20);
const ITEMS_PER_LIFE = 200;
const CLIENTS = 16;

describe('on a cluster of Citus', { tags: 'Citus' }, () => {
  const cluster = useCitus();
  const gateways = useGateways();

  test(`${CRASHES} immediate stops of the coordinator under load lose and double nothing, also for followers`, {
    timeout: 900_000,
  }, async () => {
    const [{ url }, reading] = await Promise.all([gateways.start(cluster.url), gateways.start(cluster.url)]);
    const server = await serverOf(cluster.url);
    const account = await withPostgres(cluster.url, openAccount);
    await giveValues(url, account);
    const journal = new Journal();
    const workload = new Workload({ random: new Random(43), journal });
    const follower = await follow({ url: reading.url, token: account.token });
    const load = runClients({ clients: CLIENTS, ...account, workload, journal, target: () => url });
    const disrupt = async () => {
      for (let i = 0; i < CRASHES; i++) {
        await acknowledgedMore(journal, ITEMS_PER_LIFE);
        await server.crash();
        await sleep(100);
        await server.start();
      }
      await acknowledgedMore(journal, ITEMS_PER_LIFE);
    };
    await Promise.all([disrupt().finally(() => workload.stop()), load]);

    await withPostgres(cluster.url, (database) => expectExact(database, { url, account, journal, follower }));
    report(
      `${CRASHES} immediate stops of the coordinator under ${CLIENTS} clients: of ${journal.acknowledged.size} acknowledged records 0 lost, 0 doubled, each followed once`,
    );
  });

  test('no transaction reuses the number of one that was acknowledged before a crash', {
    timeout: 120_000,
  }, async () => {
    const { url } = await gateways.start(cluster.url);
    const server = await serverOf(cluster.url);
    const { token, developerId } = await withPostgres(cluster.url, openAccount);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    for (let i = 0; i < 50; i++)
      await fetch(`${url}/v1/events`, { method: 'POST', headers, body: '{"type":"note"}' });
    const [before] = await on<{ xid: string }>(
      cluster.url,
      `select max(xid::text::numeric)::text as xid from commits where developer_id = '${developerId}'`,
    );
    await server.crash();
    await server.start();
    const [after] = await on<{ xid: string }>(cluster.url, 'select pg_current_xact_id()::text as xid');
    expect(BigInt(after?.xid ?? 0)).toBeGreaterThan(BigInt(before?.xid ?? 0));
  });
});

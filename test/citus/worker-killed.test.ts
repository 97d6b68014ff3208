import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { accountOn } from '../support/citus/account-on.ts';
import { nodeUrl } from '../support/citus/cluster.ts';
import { expectExact } from '../support/citus/expect-exact.ts';
import { serverOf } from '../support/citus/node-server.ts';
import { citusUrl, useCitus } from '../support/citus/use-citus.ts';
import { follow } from '../support/live/follower.ts';
import { giveValues } from '../support/load/account.ts';
import { acknowledgedMore } from '../support/load/acknowledged-more.ts';
import { runClients } from '../support/load/clients.ts';
import { figure, report } from '../support/load/figures.ts';
import { useGateways } from '../support/load/gateways.ts';
import { Journal } from '../support/load/journal.ts';
import { Random } from '../support/load/random.ts';
import { Workload } from '../support/load/workload.ts';

const CRASHES = figure(3, 20);
const ITEMS_PER_LIFE = 200;
const CLIENTS = 16;

describe.runIf(citusUrl)('on a cluster of Citus', () => {
  const cluster = useCitus();
  const gateways = useGateways();

  test(`${CRASHES} immediate stops of a worker under load lose and double nothing, and its neighbours do not notice`, {
    timeout: 900_000,
  }, async () => {
    const [{ url }, reading] = await Promise.all([gateways.start(cluster.url), gateways.start(cluster.url)]);
    const [victim, neighbour] = cluster.workers;
    if (!victim || !neighbour) throw new Error('this takes two workers');
    const worker = await serverOf(nodeUrl(cluster.url, victim));
    const sides = await Promise.all(
      [victim, neighbour].map(async ({ port }, i) => {
        const account = await accountOn(cluster, port);
        await giveValues(url, account);
        const journal = new Journal();
        const workload = new Workload({ random: new Random(41 + i), journal });
        const follower = await follow({ url: reading.url, token: account.token });
        return { account, journal, workload, follower };
      }),
    );
    const loads = sides.map(({ account, journal, workload }) =>
      runClients({ clients: CLIENTS / 2, ...account, workload, journal, target: () => url }),
    );
    const [hit, spared] = sides.map(({ journal }) => journal) as [Journal, Journal];
    const disrupt = async () => {
      for (let i = 0; i < CRASHES; i++) {
        await acknowledgedMore(hit, ITEMS_PER_LIFE);
        await worker.crash();
        await acknowledgedMore(spared, ITEMS_PER_LIFE);
        await sleep(i % 3 === 2 ? 7_000 : 100);
        await worker.start();
      }
      await acknowledgedMore(hit, ITEMS_PER_LIFE);
    };
    await Promise.all([
      disrupt().finally(() => {
        for (const { workload } of sides) workload.stop();
      }),
      ...loads,
    ]);

    expect(spared.disturbances).toEqual({});
    for (const { account, journal, follower } of sides) {
      expect(Object.keys(journal.disturbances).filter((reason) => reason !== 'Server Error')).toEqual([]);
      await expectExact(cluster.database, { url, account, journal, follower });
    }
    report(
      `${CRASHES} immediate stops of one of ${cluster.workers.length} workers under ${CLIENTS} clients: of ` +
        `${hit.acknowledged.size} acknowledged records on it and ${spared.acknowledged.size} beside it 0 lost, 0 doubled, each followed once; beside it no call failed`,
    );
  });
});

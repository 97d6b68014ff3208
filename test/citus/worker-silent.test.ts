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
import { report } from '../support/load/figures.ts';
import { useGateways } from '../support/load/gateways.ts';
import { Journal } from '../support/load/journal.ts';
import { Random } from '../support/load/random.ts';
import { Workload } from '../support/load/workload.ts';

/** Longer than a short statement is waited for. */
const SILENCE = 30_000;

describe.runIf(citusUrl)('on a cluster of Citus', () => {
  const cluster = useCitus();
  const gateways = useGateways();

  test('a worker that falls silent under load loses and doubles nothing, and a gateway starts beside it', {
    timeout: 600_000,
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
        const workload = new Workload({ random: new Random(51 + i), journal });
        const follower = await follow({ url: reading.url, token: account.token });
        return { account, journal, workload, follower };
      }),
    );
    const loads = sides.map(({ account, journal, workload }) =>
      runClients({ clients: 8, ...account, workload, journal, target: () => url }),
    );
    const [hit, spared] = sides.map(({ journal }) => journal) as [Journal, Journal];
    let meanwhile = 0;
    const disrupt = async () => {
      await acknowledgedMore(hit, 100);
      const speak = await worker.fallSilent();
      try {
        const before = spared.acknowledged.size;
        await Promise.all([sleep(SILENCE), gateways.start(cluster.url)]);
        meanwhile = spared.acknowledged.size - before;
      } finally {
        speak();
      }
      await acknowledgedMore(hit, 100);
    };
    await Promise.all([
      disrupt().finally(() => {
        for (const { workload } of sides) workload.stop();
      }),
      ...loads,
    ]);

    expect(meanwhile).toBeGreaterThan(100);
    // What waits for the worker holds connections, for which others wait in turn: they are asked to come again.
    expect(Object.keys(spared.disturbances).filter((reason) => reason !== 'Rate Limit Exceeded')).toEqual([]);
    for (const { account, journal, follower } of sides)
      await expectExact(cluster.database, { url, account, journal, follower });
    report(
      `one of ${cluster.workers.length} workers silent for half a minute or more: of ${hit.acknowledged.size} acknowledged records on it and ${spared.acknowledged.size} beside it 0 lost, 0 doubled, each followed once; beside it ${meanwhile} were recorded meanwhile, and ${spared.disturbances['Rate Limit Exceeded'] ?? 0} calls were asked to come again`,
    );
  });
});

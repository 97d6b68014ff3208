import { describe, expect, test } from 'vitest';
import { expectExact } from '../support/citus/expect-exact.ts';
import { useCitus } from '../support/citus/use-citus.ts';
import { follow } from '../support/live/follower.ts';
import { giveValues, openAccount } from '../support/load/account.ts';
import { runClients } from '../support/load/clients.ts';
import { report } from '../support/load/figures.ts';
import { useGateways } from '../support/load/gateways.ts';
import { Journal } from '../support/load/journal.ts';
import { Random } from '../support/load/random.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { Workload } from '../support/load/workload.ts';
import { on } from '../support/on.ts';

/** Enough that some are on shards that move, whichever half moves. */
const DEVELOPERS = 10;

describe('on a cluster of Citus', { tags: 'Citus' }, () => {
  const cluster = useCitus({ joined: 1 });
  const gateways = useGateways();

  test('a worker that is added under load takes its share of the developers, and nothing is lost or doubled', {
    timeout: 900_000,
  }, async () => {
    const { url } = await gateways.start(cluster.url);
    const sides = await Promise.all(
      Array.from({ length: DEVELOPERS }, async (_, i) => {
        const account = await openAccount(cluster.database);
        await giveValues(url, account);
        const journal = new Journal();
        const workload = new Workload({ random: new Random(61 + i), journal });
        const follower = await follow({ url, token: account.token });
        return {
          account,
          journal,
          workload,
          follower,
          home: (await cluster.workerOf(account.developerId)).port,
        };
      }),
    );
    const loads = sides.map(({ account, journal, workload }) =>
      runClients({ clients: 2, ...account, workload, journal, target: () => url }),
    );
    const acknowledged = () => sides.reduce((sum, { journal }) => sum + journal.acknowledged.size, 0);
    let tookSeconds = 0;
    let meanwhile = 0;
    const grow = async () => {
      await waitUntil('some is recorded', () => acknowledged() > 300);
      const before = acknowledged();
      const started = performance.now();
      const added = cluster.workers[1];
      await on(cluster.url, `select citus_add_node('${added?.host}', ${added?.port})`);
      // By the number of shards: by size, the default, nearly empty shards may stay where they are.
      await on(cluster.url, "select citus_rebalance_start(rebalance_strategy => 'by_shard_count')");
      await on(cluster.url, 'select citus_rebalance_wait()');
      tookSeconds = (performance.now() - started) / 1000;
      meanwhile = acknowledged() - before;
      await waitUntil('more is recorded', () => acknowledged() > before + meanwhile + 300);
    };
    await Promise.all([
      grow().finally(() => {
        for (const { workload } of sides) workload.stop();
      }),
      ...loads,
    ]);

    const homes = await Promise.all(sides.map(({ account }) => cluster.workerOf(account.developerId)));
    const moved = sides.filter(({ home }, i) => homes[i]?.port !== home);
    const shares = await on<{ shards: number }>(
      cluster.url,
      `select count(*)::int as shards from citus_shards where table_name = 'revenues'::regclass group by nodeport`,
    );
    const [one = 0, other = 0] = shares.map(({ shards }) => shards);
    expect(Math.abs(one - other)).toBeLessThanOrEqual(1);
    expect(shares).toHaveLength(2);
    expect(moved.length).toBeGreaterThan(0);
    for (const { account, journal, follower } of sides) {
      await expectExact(cluster.database, { url, account, journal, follower });
    }
    const disturbed = sides.reduce(
      (sum, { journal }) => sum + Object.values(journal.disturbances).reduce((all, one) => all + one, 0),
      0,
    );
    report(
      `a worker added and shards rebalanced in ${Math.round(tookSeconds)} s while ${meanwhile} records were acknowledged, ${moved.length} of ${DEVELOPERS} developers moved: ` +
        `of ${acknowledged()} acknowledged records 0 lost, 0 doubled, each followed once; ${disturbed} calls were asked to come again`,
    );
  });
});

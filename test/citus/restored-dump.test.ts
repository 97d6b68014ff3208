import { migrate } from '@outturn/service';
import { describe, expect, test } from 'vitest';
import { nodeUrl } from '../support/citus/cluster.ts';
import { expectExact } from '../support/citus/expect-exact.ts';
import { serverOf } from '../support/citus/node-server.ts';
import { useCitus } from '../support/citus/use-citus.ts';
import { follow } from '../support/live/follower.ts';
import { giveValues, openAccount } from '../support/load/account.ts';
import { acknowledgedMore } from '../support/load/acknowledged-more.ts';
import { runClients } from '../support/load/clients.ts';
import { useGateways } from '../support/load/gateways.ts';
import { Journal } from '../support/load/journal.ts';
import { Random } from '../support/load/random.ts';
import { Workload } from '../support/load/workload.ts';
import { on } from '../support/on.ts';

const STARTS = 10;

describe('on a cluster of Citus', { tags: 'Citus' }, () => {
  const cluster = useCitus();
  const gateways = useGateways();

  /**
   * Commits as a dump of a server with higher transaction numbers brings them: of an active developer and of an idle
   * one.
   */
  const bringAlong = async (developers: readonly string[]) => {
    const [row] = await on<{ next: string }>(cluster.url, 'select pg_current_xact_id()::text as next');
    for (const developerId of developers)
      await on(
        cluster.url,
        `insert into commits (developer_id, xid, fact, ids, committed_at)
         select '${developerId}', ('${row?.next}'::bigint + 300 + i)::text::xid8, fact, array[gen_random_uuid()], now()
         from generate_series(0, 2000) i, generate_series(1, 4) fact`,
      );
  };
  /** Commits that name records which do not exist. */
  const foreign = (developers: readonly string[]) =>
    on(
      cluster.url,
      `select c.xid from commits c cross join unnest(c.ids) id
       where developer_id in (${developers.map((id) => `'${id}'`).join(', ')})
       and not exists (select from revenues r where r.developer_id = c.developer_id and r.id = id)
       and not exists (select from outcomes r where r.developer_id = c.developer_id and r.id = id)
       and not exists (select from goals r where r.developer_id = c.developer_id and r.id = id)
       and not exists (select from events r where r.developer_id = c.developer_id and r.id = id)`,
    );

  test('commits of a restored dump are removed at a start, and commits made meanwhile are kept', {
    timeout: 300_000,
  }, async () => {
    const { url } = await gateways.start(cluster.url);
    const account = await openAccount(cluster.database);
    const idle = await openAccount(cluster.database);
    await giveValues(url, account);
    const journal = new Journal();
    const workload = new Workload({ random: new Random(75), journal });
    const follower = await follow({ url, token: account.token });
    const load = runClients({ clients: 8, ...account, workload, journal, target: () => url });
    const developers = [account.developerId, idle.developerId];
    const restore = async () => {
      for (let i = 0; i < STARTS; i++) {
        await bringAlong(developers);
        await migrate(cluster.database);
        expect(await foreign(developers)).toEqual([]);
        await acknowledgedMore(journal, 30);
      }
    };
    await Promise.all([restore().finally(() => workload.stop()), load]);
    expect(journal.disturbances).toEqual({});
    await expectExact(cluster.database, { url, account, journal, follower });
  });

  test('a gateway starts while a worker is unreachable', { timeout: 120_000 }, async () => {
    const [victim] = cluster.workers;
    if (!victim) throw new Error('this takes a worker');
    const worker = await serverOf(nodeUrl(cluster.url, victim));
    await worker.crash();
    try {
      const { url } = await gateways.start(cluster.url);
      expect((await fetch(`${url}/readyz`)).status).toBe(200);
    } finally {
      await worker.start();
    }
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { ask } from '../support/analytics/ask.ts';
import { parse } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { minimal } from '../support/drivers/samples.ts';
import { openAccount } from '../support/load/account.ts';
import { useGateways } from '../support/load/gateways.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { usePgBouncer } from '../support/pooler/pgbouncer.ts';
import { readsOf, replicasInUse } from '../support/replicas/reads.ts';
import type { Server } from '../support/replicas/replicated-postgres.ts';
import { usePrimary } from '../support/replicas/use-primary.ts';

describe('a replica behind a pooler of transactions, like its primary', { tags: 'PgBouncer' }, () => {
  const store = usePrimary();
  let replica: Server;
  beforeAll(async () => {
    replica = await store.server.addReplica();
  });
  const before = usePgBouncer({}, () => store.server.url);
  const beside = usePgBouncer({}, () => replica.url);
  const gateways = useGateways();

  test('shows every acknowledged record, also when it crashes behind the pooler', async () => {
    const { token } = await openAccount(store.database);
    const { url } = await gateways.start(before.through(store.server.url), {
      DATABASE_DIRECT_URL: store.server.url,
      DATABASE_REPLICA_URLS: beside.through(replica.url),
      // Older poolers do not support prepared statements.
      DATABASE_PREPARED_STATEMENTS: 'off',
    });
    const isUsed = () => waitUntil('the replica is in use', async () => (await replicasInUse(url)) === 1);
    const writeAndRead = async (times: number, before: number) => {
      for (let i = 0; i < times; i++) {
        const written = await send(`${url}/v1/revenues`, { token, body: JSON.stringify(minimal) });
        const [list, slice] = await Promise.all([
          send(`${url}/v1/revenues?limit=1`, { token }),
          ask(url, token, {
            window: { from: '2024-01-01', to: '2024-02-01' },
            timeZone: 'UTC',
            weekStart: 'monday',
            totals: ['revenue'],
          }),
        ]);
        expect(parse<{ id: string }[]>(list.text)[0]?.id).toBe(parse<{ id: string }>(written.text).id);
        expect(Number(slice.totals?.revenue)).toBe(before + i + 1);
      }
    };
    await isUsed();
    await writeAndRead(30, 0);
    expect((await readsOf(url)).replicas).toBeGreaterThan(0);
    await replica.ask('select pg_wal_replay_pause()');
    await writeAndRead(30, 30);
    await replica.ask('select pg_wal_replay_resume()');
    await isUsed();
    // Clients of a pooler stay connected when its server goes away.
    await replica.kill();
    await writeAndRead(30, 60);
    await isUsed();
    await sleep(100);
    await writeAndRead(30, 90);
  });
});

import { connectDatabase } from '@outturn/service';
import { expect, onTestFinished, test } from 'vitest';
import { Snapshot } from '../../packages/service/src/analytics/snapshot.ts';
import { newWaitLimit } from '../../packages/service/src/base/waiting-queue.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { on } from '../support/on.ts';
import { usePrimary } from '../support/replicas/use-primary.ts';

const store = usePrimary();
const sleeping = `select 1 from pg_stat_activity where query like 'select pg_sleep%' and state <> 'idle'`;

test('a query on a replica is cancelled when its caller leaves, and does not move to the primary', async () => {
  const replica = await store.server.addReplica();
  const reads: (string | undefined)[][] = [];
  const database = await connectDatabase({
    url: store.server.url,
    replicaUrls: [replica.url],
    observer: { onRead: (...read) => reads.push(read) },
  });
  onTestFinished(() => database.close());
  await waitUntil('the replica is in use', () =>
    database.replicas().every(({ problem }) => problem === undefined),
  );

  const leaving = new AbortController();
  const waitLimit = newWaitLimit(() => leaving.signal);
  const statement = { sql: 'select pg_sleep(12)', values: [] };
  const asked = database.onServer((server) =>
    Snapshot.use(
      server,
      { semaphore: server.semaphore, statements: 2, opening: 'select true', waitLimit },
      (snapshot) => Promise.all([snapshot.rows(statement), snapshot.rows(statement)]),
    ),
  );
  const failure = expect(asked).rejects.toMatchObject({ code: 'Invalid Request' });
  await waitUntil('it runs', async () => (await on(replica.url, sleeping)).length === 2);
  leaving.abort();
  await failure;
  expect(await on(replica.url, sleeping)).toEqual([]);
  expect(reads).toEqual([]);
  const load = database.load().find(({ pool }) => pool.startsWith('replica'));
  expect(load).toMatchObject({ busy: 0, open: 2 });
  expect(database.replicas()[0]?.problem).toBeUndefined();
}, 120_000);

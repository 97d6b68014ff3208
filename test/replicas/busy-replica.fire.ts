import { connectDatabase } from '@outturn/service';
import { expect, onTestFinished, test } from 'vitest';
import { waitUntil } from '../support/load/wait-until.ts';
import { usePrimary } from '../support/replicas/use-primary.ts';

/** All connections that a process keeps to a replica for questions. */
const ALL = 12;

const store = usePrimary();

test('a replica without a free connection makes callers retry, and stays in use', async () => {
  const replica = await store.server.addReplica();
  const database = await connectDatabase({
    url: store.server.url,
    replicaUrls: [replica.url],
    connectTimeout: 1_500,
  });
  onTestFinished(() => database.close());
  await waitUntil('the replica is in use', () =>
    database.replicas().every(({ problem }) => problem === undefined),
  );

  const hold = 'select pg_is_in_recovery() from pg_sleep(4)';
  const held = Array.from({ length: ALL }, () => database.read('hold', hold, []));
  const load = () => database.load().find(({ pool }) => pool.startsWith('replica'));
  await waitUntil('its connections are taken', () => load()?.busy === ALL);
  await expect(database.read('one', 'select 1', [])).rejects.toMatchObject({
    code: 'Rate Limit Exceeded',
    message: 'The service is busy. Retry after 5 seconds.',
  });
  // Statements on a replica that is given up would start again on the primary.
  expect(await Promise.all(held)).toEqual(Array(ALL).fill([['t']]));
}, 120_000);

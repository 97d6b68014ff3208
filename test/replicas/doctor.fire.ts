import { expect, onTestFinished, test } from 'vitest';
import { examine } from '../support/doctor.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { startPrimary } from '../support/replicas/replicated-postgres.ts';

const store = usePrivateDatabase();

test('doctor finds a replica of another server, one that is behind, and one that was promoted', async () => {
  const primary = await startPrimary();
  onTestFinished(() => primary.remove());
  const replica = await primary.addReplica();
  const found = (url = primary.url) =>
    examine('replicas', { DATABASE_URL: url, DATABASE_REPLICA_URLS: replica.url });

  expect(await found()).toEqual([
    expect.stringMatching(/^ok: The replica 127\.0\.0\.1:\d+ follows the primary\.$/),
  ]);
  expect(await found(store.url)).toEqual([
    expect.stringMatching(/^error: .* is a copy of another server than the primary/),
  ]);

  await replica.ask('select pg_wal_replay_pause()');
  await primary.ask('create table replayed_later (id integer)');
  expect(await found()).toEqual([expect.stringMatching(/^warning: .* \d+ bytes behind the primary/)]);

  await replica.ask('select pg_wal_replay_resume()');
  await replica.ask('select pg_promote()');
  expect(await found()).toEqual([expect.stringMatching(/^error: .* is no standby/)]);
});

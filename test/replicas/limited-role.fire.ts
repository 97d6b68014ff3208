import { beforeAll, expect, test } from 'vitest';
import { examine } from '../support/doctor.ts';
import { send } from '../support/drivers/http.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { minimal } from '../support/drivers/samples.ts';
import { useGateways } from '../support/load/gateways.ts';
import { runOutturn } from '../support/load/run-outturn.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { on } from '../support/on.ts';
import { readsOf, replicasInUse } from '../support/replicas/reads.ts';
import type { Server } from '../support/replicas/replicated-postgres.ts';
import { usePrimary } from '../support/replicas/use-primary.ts';

const ROLE = 'limited';
const store = usePrimary();
const another = usePrivateDatabase();
const gateways = useGateways();
let replica: Server;

/** The URL of the database of a role that owns only a schema. */
function asRole(serverUrl: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${ROLE}`;
  [url.username, url.password] = [ROLE, ROLE];
  return url.href;
}

beforeAll(async () => {
  const { server } = store;
  await server.ask(`create role ${ROLE} login password '${ROLE}'`);
  await server.ask(`create database ${ROLE}`);
  const database = new URL(server.superuserUrl);
  database.pathname = `/${ROLE}`;
  await on(database.href, `create schema ${ROLE} authorization ${ROLE}`);
  replica = await server.addReplica();
});

test('role that owns only its schema reads from a replica', async () => {
  const url = asRole(store.server.url);
  const { output } = await runOutturn(url, 'keys', 'create', '--developer', 'acme');
  const token = output.trim();
  const gateway = await gateways.start(url, { DATABASE_REPLICA_URLS: asRole(replica.url) });
  await waitUntil('the replica is in use', async () => (await replicasInUse(gateway.url)) === 1);
  const before = await readsOf(gateway.url);
  const recorded = await send(`${gateway.url}/v1/revenues`, { token, body: JSON.stringify(minimal) });
  expect(recorded.status).toBe(201);
  const listed = await send(`${gateway.url}/v1/revenues`, { token });
  expect(JSON.parse(listed.text)).toHaveLength(1);
  expect(await readsOf(gateway.url)).toMatchObject({ replicas: before.replicas + 1 });
  await gateway.stop();
  expect(gateway.output()).not.toMatch(/"level":[56]0|permission denied/);
});

test('doctor finds a replica of another server, one that is behind, and one that was promoted', async () => {
  const found = (url = asRole(store.server.url)) =>
    examine('replicas', { DATABASE_URL: url, DATABASE_REPLICA_URLS: asRole(replica.url) });
  expect(await found()).toEqual([
    expect.stringMatching(/^ok: The replica 127\.0\.0\.1:\d+ follows the primary\.$/),
  ]);
  expect(await found(another.url)).toEqual([
    expect.stringMatching(/^error: .* is a copy of another server than the primary/),
  ]);

  await replica.ask('select pg_wal_replay_pause()');
  await store.server.ask('create table replayed_later (id integer)');
  expect(await found()).toEqual([expect.stringMatching(/^warning: .* \d+ bytes behind the primary/)]);

  await replica.ask('select pg_wal_replay_resume()');
  await replica.ask('select pg_promote()');
  expect(await found()).toEqual([expect.stringMatching(/^error: .* is no standby/)]);
});

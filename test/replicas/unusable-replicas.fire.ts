import { setTimeout as sleep } from 'node:timers/promises';
import { connectDatabase } from '@outturn/service';
import { beforeAll, expect, test, vi } from 'vitest';
import { parse } from '../support/drivers/driver.ts';
import { send } from '../support/drivers/http.ts';
import { minimal } from '../support/drivers/samples.ts';
import type { Gateway } from '../support/gateway.ts';
import { openAccount } from '../support/load/account.ts';
import { useGateways } from '../support/load/gateways.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { on } from '../support/on.ts';
import { readsOf, replicasInUse } from '../support/replicas/reads.ts';
import { usePrimary } from '../support/replicas/use-primary.ts';
import { useTcpProxies } from '../support/tcp/tcp-proxy.ts';

vi.setConfig({ testTimeout: 120_000 });

const store = usePrimary();
const other = usePrimary();
const proxies = useTcpProxies();
const gateways = useGateways();
let token: string;
beforeAll(async () => {
  ({ token } = await openAccount(store.database));
});

/** Records so many revenues, each of which must be first in the list right afterwards. */
async function expectOwnWrites({ url }: Gateway, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const written = await send(`${url}/v1/revenues`, { token, body: JSON.stringify(minimal) });
    const { text } = await send(`${url}/v1/revenues?limit=1`, { token });
    expect(parse<{ id: string }[]>(text)[0]?.id).toBe(parse<{ id: string }>(written.text).id);
  }
}

/** Waits until a gateway has logged why it does not use some replicas. */
async function problemsOf(gateway: Gateway, urls: readonly string[]): Promise<string[]> {
  const problemOf = (url: string) =>
    gateway
      .output()
      .split('\n')
      .filter((line) => line.includes(`"replica":"${new URL(url).host}"`))
      .flatMap((line) => parse<{ problem?: string }>(line).problem ?? [])
      .at(-1);
  await waitUntil('the replicas were looked at', () => urls.every((url) => problemOf(url) !== undefined));
  return urls.map((url) => problemOf(url) ?? '');
}

test('a server that is no replica of the database is not used, and the log gives the reason', async () => {
  const stranger = await other.server.addReplica();
  const elsewhere = new URL((await store.server.addReplica()).url);
  elsewhere.pathname = '/postgres';
  const nobody = 'postgres://127.0.0.1:9/nobody';
  // The primary itself, a replica of another server, another database of a replica, and an unused address.
  const urls = [store.server.url, stranger.url, elsewhere.href, nobody];
  const gateway = await gateways.start(store.server.url, { DATABASE_REPLICA_URLS: urls.join(', ') });
  // The log of the other server may be ahead, so that by position alone it would seem up to date.
  await other.server.ask(`select count(*) from (select pg_switch_wal() from generate_series(1, 3)) s`);
  for (let i = 0; i < 3; i++) {
    await other.server.ask("select pg_logical_emit_message(true, 'outturn', repeat('x', 1000000))");
    await other.server.ask('select pg_switch_wal()');
  }
  await sleep(1_500);
  await expectOwnWrites(gateway, 20);
  const problems = await problemsOf(gateway, urls);
  expect(problems[0]).toBe('it is no replica');
  expect(problems[1]).toBe('it does not show what was written on the primary');
  expect(problems[2]).toContain('replica_marks');
  expect(problems[3]).toContain('ECONNREFUSED');
  expect(await readsOf(gateway.url)).toMatchObject({ replicas: 0, primary: 20 });
});

test('a replica that still follows the old primary after a failover is not used', async () => {
  const [heir, left] = [await store.server.addReplica(), await store.server.addReplica()];
  const way = await proxies(store.server.url);
  const gateway = await gateways.start(way.url, {
    DATABASE_REPLICA_URLS: [heir.url, left.url].join(','),
  });
  await waitUntil('both are in use', async () => (await replicasInUse(gateway.url)) === 2);
  await expectOwnWrites(gateway, 20);

  await heir.ask('select pg_promote()');
  // The old primary writes on, so that its replica is far ahead of the new primary.
  await store.server.ask("select pg_logical_emit_message(true, 'outturn', repeat('x', 5000000))");
  const position = async () => await store.server.ask('select pg_current_wal_flush_lsn()');
  await waitUntil('the replica has all of it', async () => {
    return (await left.ask(`select pg_last_wal_replay_lsn() >= '${await position()}'`)) === true;
  });
  way.lead(heir.url);
  way.set('closed');
  way.set('open');
  const before = await readsOf(gateway.url);
  await waitUntil('the new primary answers', async () => {
    return (await send(`${gateway.url}/v1/revenues?limit=1`, { token })).status === 200;
  });
  await expectOwnWrites(gateway, 50);
  await waitUntil('neither is in use', async () => (await replicasInUse(gateway.url)) === 0);
  await expectOwnWrites(gateway, 50);
  expect((await readsOf(gateway.url)).primary).toBeGreaterThanOrEqual(before.primary + 100);
  expect(await problemsOf(gateway, [heir.url, left.url])).toEqual([
    'it is no replica',
    'it does not show what was written on the primary',
  ]);
});

test('servers that alternate behind one address never show less than was acknowledged', async () => {
  const [fresh, behind] = [await store.server.addReplica(), await store.server.addReplica()];
  const way = await proxies(fresh.url);
  const gateway = await gateways.start(store.server.url, { DATABASE_REPLICA_URLS: way.url });
  await waitUntil('the first is in use', async () => (await replicasInUse(gateway.url)) === 1);
  way.lead(behind.url, fresh.url);
  await behind.ask('select pg_wal_replay_pause()');
  await expectOwnWrites(gateway, 20);
  // More readers than open connections, so that new connections reach the other server.
  for (let i = 0; i < 5; i++) {
    const written = await send(`${gateway.url}/v1/revenues`, { token, body: JSON.stringify(minimal) });
    const lists = await Promise.all(
      Array.from({ length: 10 }, () => send(`${gateway.url}/v1/revenues?limit=1`, { token })),
    );
    const { id } = parse<{ id: string }>(written.text);
    expect(lists.filter(({ text }) => parse<{ id: string }[]>(text)[0]?.id !== id)).toEqual([]);
  }
  await behind.ask('select pg_wal_replay_resume()');
});

test('a database that Citus distributes uses no replicas', async () => {
  const url = new URL(other.server.superuserUrl);
  url.pathname = '/distributed';
  await on(other.server.superuserUrl, 'create database distributed');
  // Imitates the extension, of which the gateway reads only the database's answer.
  await on(
    url.href,
    `set allow_system_table_mods = on; insert into pg_extension
     (oid, extname, extowner, extnamespace, extrelocatable, extversion) values (99999, 'citus', 10, 11, false, '13')`,
  );
  const connecting = connectDatabase({ url: url.href, replicaUrls: [other.server.url] });
  await expect(connecting).rejects.toThrow(/distributed by Citus.+Unset DATABASE_REPLICA_URLS/);
});

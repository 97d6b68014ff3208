import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { tryAsk } from '../support/analytics/ask.ts';
import { send } from '../support/drivers/http.ts';
import { minimal } from '../support/drivers/samples.ts';
import type { Gateway } from '../support/gateway.ts';
import { openAccount } from '../support/load/account.ts';
import { figure } from '../support/load/figures.ts';
import { useGateways } from '../support/load/gateways.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { readsOf, replicasInUse } from '../support/replicas/reads.ts';
import type { Server } from '../support/replicas/replicated-postgres.ts';
import { usePrimary } from '../support/replicas/use-primary.ts';
import { type TcpProxy, useTcpProxies } from '../support/tcp/tcp-proxy.ts';

const ROUNDS = figure(2, 20);
const READERS = 6;

// Replay cancels conflicting reads at once.
const store = usePrimary({ max_standby_streaming_delay: '0', autovacuum: 'off' });
const proxies = useTcpProxies();
const gateways = useGateways();
let replica: Server;
let way: TcpProxy;
let gateway: Gateway;
let url: string;
let token: string;
beforeAll(async () => {
  replica = await store.server.addReplica();
  way = await proxies(replica.url);
  gateway = await gateways.start(store.server.url, { DATABASE_REPLICA_URLS: way.url });
  ({ url } = gateway);
  ({ token } = await openAccount(store.database));
  for (let i = 0; i < 20; i++) {
    const body = JSON.stringify({ ...minimal, source: 'web' });
    await send(`${url}/v1/revenues`, { token, body });
  }
  await isUsed();
});

const isUsed = () => waitUntil('the replica is in use', async () => (await replicasInUse(url)) === 1);
const isOut = () => waitUntil('the replica is out', async () => (await replicasInUse(url)) === 0);

const list = () => send(`${url}/v1/revenues?limit=100`, { token });
/** By source, which rollups do not keep, so that records are read one by one. */
const slice = () =>
  tryAsk(url, token, {
    window: { from: '2024-01-01', to: '2024-02-01' },
    timeZone: 'UTC',
    weekStart: 'monday',
    where: { source: { in: ['web'] } },
    totals: ['revenue'],
    by: {
      agents: {
        dimension: 'agent',
        first: 3,
        orderBy: { measure: 'revenue', direction: 'desc' },
        totals: ['revenue'],
      },
    },
  });

/** The wrong answers that readers get while `work` runs; empty when clients do not notice it. */
async function whileClientsRead(work: () => Promise<void>): Promise<{ answered: number; wrong: string[] }> {
  let isOver = false;
  let answered = 0;
  const wrong: string[] = [];
  const reader = async () => {
    for (; !isOver; answered++) {
      const [page, answer] = await Promise.all([list(), slice()]);
      if (page.status !== 200 || JSON.parse(page.text).length !== 20) wrong.push(page.text);
      if (!answer.ok || Number(answer.value.totals?.revenue) !== 20) wrong.push(JSON.stringify(answer));
    }
  };
  const readers = Array.from({ length: READERS }, reader);
  await work().finally(() => {
    isOver = true;
  });
  await Promise.all(readers);
  return { answered, wrong };
}

describe('no client notices', { timeout: 180_000 }, () => {
  test('a replica that crashes and comes back', async () => {
    const { answered, wrong } = await whileClientsRead(async () => {
      for (let i = 0; i < ROUNDS; i++) {
        await isUsed();
        await replica.kill();
        await isOut();
      }
      await isUsed();
    });
    expect(wrong).toEqual([]);
    expect(answered).toBeGreaterThan(0);
  });

  test('a replica that is stopped and started', async () => {
    const { wrong } = await whileClientsRead(async () => {
      await replica.stop();
      await isOut();
      const { primary } = await readsOf(url);
      await sleep(500);
      expect((await readsOf(url)).primary).toBeGreaterThan(primary);
      await replica.start();
      await isUsed();
    });
    expect(wrong).toEqual([]);
  });

  test('a replica that falls silent in the middle of a question', async () => {
    const { wrong } = await whileClientsRead(async () => {
      way.set('silent');
      await isOut();
      way.set('open');
      await isUsed();
    });
    expect(wrong).toEqual([]);
  });

  test('a question that replay cancels', async () => {
    // Each statement takes a while, during which its rows are removed on the primary.
    await store.server.ask('alter table revenues rename to all_revenues');
    await store.server.ask(
      'create view revenues as select r.* from all_revenues r, (select pg_sleep(0.5) offset 0) slow where source is not null',
    );
    await store.server.ask('grant select on revenues to public');
    await isUsed();
    const before = await readsOf(url);
    const [page, answer] = [list(), slice()];
    let isOver = false;
    const both = Promise.all([page, answer]).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await store.server.ask('update all_revenues set description = description');
      await store.server.ask('vacuum all_revenues');
    }
    const [{ status, text }, result] = await both;
    expect([status, JSON.parse(text).length]).toEqual([200, 20]);
    expect(result).toMatchObject({ ok: true, value: { totals: { revenue: '20' } } });
    const after = await readsOf(url);
    expect(after.conflicts).toBeGreaterThanOrEqual(before.conflicts + 2);
    expect(await replicasInUse(url)).toBe(1);
    await store.server.ask('drop view revenues');
    await store.server.ask('alter table all_revenues rename to revenues');
  });
});

test('the gateway is ready, and logs the state of its replica', async () => {
  await replica.stop();
  await isOut();
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  const another = await gateways.start(store.server.url, { DATABASE_REPLICA_URLS: replica.url });
  expect((await fetch(`${another.url}/readyz`)).status).toBe(200);
  expect((await send(`${another.url}/v1/revenues`, { token })).status).toBe(200);
  await replica.start();
  await isUsed();
  expect(gateway.output()).toMatch(/"problem":".+"msg":"the replica is not in use"/);
  expect(gateway.output()).toContain('the replica is in use');
});

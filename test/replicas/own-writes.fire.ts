import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { ask } from '../support/analytics/ask.ts';
import { parse, succeeded } from '../support/drivers/driver.ts';
import { connectGraphql } from '../support/drivers/graphql.ts';
import { send } from '../support/drivers/http.ts';
import { connectRest } from '../support/drivers/rest.ts';
import { connectTrpc } from '../support/drivers/trpc.ts';
import { type Account, openAccount } from '../support/load/account.ts';
import { figure } from '../support/load/figures.ts';
import { useGateways } from '../support/load/gateways.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { type Reads, readsOf, replicasInUse } from '../support/replicas/reads.ts';
import type { Server } from '../support/replicas/replicated-postgres.ts';
import { usePrimary } from '../support/replicas/use-primary.ts';

const CLIENTS = figure(8, 32);
const PHASE = figure(1_500, 20_000);

/** The surfaces in turn. */
const connectAt = (turn: number) => [connectRest, connectGraphql, connectTrpc][turn % 3] ?? connectRest;

const store = usePrimary();
const gateways = useGateways();
let replica: Server;
/** Clients write over one gateway and read over the other, which alone uses the replica. */
let writer: string;
let reader: string;
beforeAll(async () => {
  replica = await store.server.addReplica();
  ({ url: writer } = await gateways.start(store.server.url));
  ({ url: reader } = await gateways.start(store.server.url, { DATABASE_REPLICA_URLS: replica.url }));
  await waitUntil('the replica is in use', async () => (await replicasInUse(reader)) === 1);
});

const delay = async (time: string) => {
  await replica.ask(`alter system set recovery_min_apply_delay = '${time}'`);
  await replica.ask('select pg_reload_conf()');
};

/** Descriptions of a client's own writes that it did not find; empty when it found all. */
type Missing = string[];

/** Records a row with new keys, and asks for it at once in every way. */
async function writeAndRead({ token }: Account, round: number): Promise<Missing> {
  const recordedAt = '2026-01-15T10:30:00.000Z';
  const agentKey = randomUUID();
  const input = { amount: '1', recordedAt, agentKey, sessionKey: agentKey };
  const written = succeeded(await connectAt(round)(writer, token).record(input));
  const newest = async (path: string) => {
    const { text } = await send(`${reader}/v1/${path}`, { token });
    return parse<{ id: string; key?: string }[]>(text)[0];
  };
  const [list, byAgent, agent, session, slice] = await Promise.all([
    connectAt(round + 1)(reader, token).list({ limit: 1 }),
    newest(`revenues?agentKey=${agentKey}`),
    newest('agents?limit=1'),
    newest('sessions?limit=1'),
    ask(reader, token, {
      window: { from: '2026-01-01', to: '2026-02-01' },
      timeZone: 'UTC',
      weekStart: 'monday',
      totals: ['revenue'],
      series: { days: { every: 'day', totals: ['revenue'] } },
    }),
  ]);
  const found = {
    list: succeeded(list).items[0]?.id === written.id,
    byAgent: byAgent?.id === written.id,
    agent: agent?.key === agentKey,
    session: session?.key === agentKey,
    totals: Number(slice.totals?.revenue) === round + 1,
    series: Number(slice.series?.days?.[14]?.totals.revenue) === round + 1,
  };
  return Object.entries(found).flatMap(([name, isFound]) => (isFound ? [] : [name]));
}

/** Resolves when every client has done a whole round that began after the call, so that no earlier read is on its way. */
type NextRounds = () => Promise<void>;

/** Many clients, each with an account of its own, until `work` is done; each does two rounds at least. */
async function whileClientsWrite(work: (nextRounds: NextRounds) => Promise<void>): Promise<Missing> {
  let isOver = false;
  const missing: Missing = [];
  const done = Array.from({ length: CLIENTS }, () => 0);
  const client = async (_: unknown, index: number) => {
    const account = await openAccount(store.database);
    for (let round = 0; round < 2 || !isOver; round++) {
      missing.push(...(await writeAndRead(account, round)));
      done[index] = round + 1;
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  const nextRounds = async () => {
    const begun = [...done];
    // The round that runs now may have begun before.
    await waitUntil('every client has done a round', () =>
      done.every((rounds, i) => rounds > (begun[i] ?? 0) + 1),
    );
  };
  await work(nextRounds).finally(() => {
    isOver = true;
  });
  await Promise.all(clients);
  return missing;
}

test('a replica that keeps up answers, and misses no acknowledged record', {
  timeout: 120_000,
}, async () => {
  const before = await readsOf(reader);
  const missing = await whileClientsWrite(() => sleep(PHASE));
  const after = await readsOf(reader);
  expect(missing).toEqual([]);
  expect(after.replicas).toBeGreaterThan(before.replicas);
  // As the statistics of the replica count them.
  const backends =
    "select count(*) from pg_stat_activity where application_name ~ '^outturn/[0-9]+$' and query ~ 'from revenues'";
  expect(Number(await replica.ask(backends))).toBeGreaterThan(0);
});

test('no client misses its own write when the replica falls behind and catches up', {
  timeout: 120_000,
}, async () => {
  const seen: Reads[] = [];
  const look = async () => void seen.push(await readsOf(reader));
  const missing = await whileClientsWrite(async (nextRounds) => {
    await look();
    await delay('1min');
    await waitUntil('the replica is out', async () => (await replicasInUse(reader)) === 0);
    await nextRounds();
    await look();
    await sleep(PHASE);
    await nextRounds();
    await look();
    await delay('0');
    await waitUntil('the replica is back', async () => (await replicasInUse(reader)) === 1);
    await sleep(PHASE);
    await nextRounds();
    await look();
  });
  expect(missing).toEqual([]);
  const [before, out, later, back] = seen as [Reads, Reads, Reads, Reads];
  expect(out.behind).toBeGreaterThan(before.behind);
  expect(later.replicas).toBe(out.replicas);
  expect(later.primary).toBeGreaterThan(out.primary);
  expect(back.replicas).toBeGreaterThan(later.replicas);
});

test('no client misses its own write when replay stops and continues repeatedly', {
  timeout: 120_000,
}, async () => {
  const before = await readsOf(reader);
  const missing = await whileClientsWrite(async () => {
    for (let i = 0; i < 5; i++) {
      await replica.ask('select pg_wal_replay_pause()');
      await sleep(PHASE / 5);
      await replica.ask('select pg_wal_replay_resume()');
      await waitUntil('the replica is back', async () => (await replicasInUse(reader)) === 1);
      await sleep(PHASE / 5);
    }
  });
  const after = await readsOf(reader);
  expect(missing).toEqual([]);
  expect(after.behind).toBeGreaterThan(before.behind);
  expect(after.replicas).toBeGreaterThan(before.replicas);
});

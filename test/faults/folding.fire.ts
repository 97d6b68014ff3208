import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { foldRollups } from '../../packages/service/src/rollups/rollup-deltas.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { giveValues, openAccount } from '../support/load/account.ts';
import { runClients } from '../support/load/clients.ts';
import { figure } from '../support/load/figures.ts';
import { foldMeanwhile } from '../support/load/fold-meanwhile.ts';
import { useGateways } from '../support/load/gateways.ts';
import { holdRollups } from '../support/load/held.ts';
import { Journal } from '../support/load/journal.ts';
import { Random } from '../support/load/random.ts';
import { reconcile } from '../support/load/reconcile.ts';
import { type Caller, type Item, routes } from '../support/load/routes.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { Workload } from '../support/load/workload.ts';

const ITEMS = figure(2_000, 50_000);
/** With so many unfolded records of one developer, recording waits; see the folder. */
const MOST = 16_384;
/** The number of deltas that triggers a fold. */
const FOLD_AT = 8_192;
const BATCH = 1_000;
const BATCHES = 30;

const store = usePrivateDatabase();
const gateways = useGateways();
const agent = new Agent({ keepAlive: true });

async function unfoldedOf(developerId: string): Promise<number> {
  const sql = 'select coalesce(sum(records), 0)::int as records from rollup_deltas where developer_id = $1';
  return (await store.database.pool.query(sql, [developerId])).rows[0].records;
}

async function storedOf(developerId: string): Promise<number> {
  const sql = 'select count(*)::int as count from revenues where developer_id = $1';
  return (await store.database.pool.query(sql, [developerId])).rows[0].count;
}

/** Records a whole batch. */
async function recordBatch(caller: Caller, name: string): Promise<Item[]> {
  const input = {
    amount: '0.01',
    recordedAt: '2026-06-30T12:00:00Z',
    agentKey: 'agent',
    customerKey: 'customer',
  };
  const items = Array.from({ length: BATCH }, (_, i): Item => {
    return { key: `key-of-${name}-${i}`, fact: { kind: 'revenues', input } };
  });
  const results = await routes.restBatch.send(caller, items);
  expect(results.every(({ status }) => status === 'created')).toBe(true);
  return items;
}

test('concurrent folders beside the writers take each delta once', {
  timeout: 300_000,
}, async () => {
  const { url } = await gateways.start(store.url);
  const account = await openAccount(store.database);
  await giveValues(url, account);
  const journal = new Journal();
  const workload = new Workload({ random: new Random(41), journal, limit: ITEMS });
  let isOver = false;
  const folding = Array.from({ length: 4 }, () =>
    foldMeanwhile(store.url, account.developerId, () => isOver),
  );
  await runClients({ clients: 16, ...account, workload, journal, target: () => url });
  await waitUntil('all is folded', async () => (await unfoldedOf(account.developerId)) === 0);
  isOver = true;
  const folded = await Promise.all(folding);

  expect(journal.contradictions).toEqual([]);
  const told = [...journal.acknowledged.values()];
  expect(await reconcile(store.database, account.developerId, told)).toEqual([]);
  // No timer folds so soon; generated outcomes are records of their own.
  expect(folded.reduce((sum, records) => sum + records)).toBeGreaterThanOrEqual(told.length);
  expect(folded.filter((records) => records > 0).length).toBeGreaterThan(1);
});

test('a gateway that stops leaves no deltas', async () => {
  const gateway = await gateways.start(store.url);
  const account = await openAccount(store.database);
  await recordBatch({ url: gateway.url, agent, ...account }, 'last');
  await gateway.stop();
  expect(await unfoldedOf(account.developerId)).toBe(0);
  expect(await storedOf(account.developerId)).toBe(BATCH);
});

test('deltas of a gateway that was killed are folded by the next that starts', async () => {
  const first = await gateways.start(store.url);
  const account = await openAccount(store.database);
  await recordBatch({ url: first.url, agent, ...account }, 'left');
  expect(await unfoldedOf(account.developerId)).toBe(BATCH);
  await first.stop('SIGKILL');
  expect(await unfoldedOf(account.developerId)).toBe(BATCH);
  await gateways.start(store.url);
  await waitUntil('it is folded', async () => (await unfoldedOf(account.developerId)) === 0);
});

test('recording goes on while folding is blocked, until the limit of deltas, and then waits', {
  timeout: 300_000,
}, async () => {
  const { url } = await gateways.start(store.url);
  const account = await openAccount(store.database);
  const { developerId } = account;
  const caller = { url, agent, ...account };
  const acknowledged = await recordBatch(caller, 'first');
  await foldRollups(store.database, developerId);
  const held = await holdRollups(store.database, developerId, 1);
  const batches = Array.from({ length: BATCHES }, (_, n) => `batch-${n}`);
  const recording = Array.from({ length: 4 }, async () => {
    for (let name = batches.shift(); name !== undefined; name = batches.shift())
      acknowledged.push(...(await recordBatch(caller, name)));
  });
  await waitUntil('there are many deltas', async () => (await unfoldedOf(developerId)) >= MOST);
  await held.waiting(1);
  // Statements in flight are written, and no others, however long the rest waits.
  await sleep(1_000);
  expect(await storedOf(developerId)).toBeLessThanOrEqual(MOST + 5 * BATCH);
  await held.release();
  await Promise.all(recording);

  expect(acknowledged).toHaveLength((1 + BATCHES) * BATCH);
  expect(await storedOf(developerId)).toBe((1 + BATCHES) * BATCH);
  await waitUntil('few are left', async () => (await unfoldedOf(developerId)) < FOLD_AT);
});

test('a developer whose rollups are locked does not block the recording of others', {
  timeout: 300_000,
}, async () => {
  const { url } = await gateways.start(store.url);
  const locked = await openAccount(store.database);
  const other = await openAccount(store.database);
  await recordBatch({ url, agent, ...locked }, 'first');
  expect(await foldRollups(store.database, locked.developerId)).toEqual({ folded: BATCH, left: 0 });
  const held = await holdRollups(store.database, locked.developerId, 1);
  for (let n = 0; n * BATCH < FOLD_AT; n++) await recordBatch({ url, agent, ...locked }, `locked-${n}`);
  await held.waiting(1);

  for (let n = 0; n < BATCHES; n++) await recordBatch({ url, agent, ...other }, `other-${n}`);
  expect(await storedOf(other.developerId)).toBe(BATCHES * BATCH);
  await waitUntil('the other is folded', async () => (await unfoldedOf(other.developerId)) < FOLD_AT);
  expect(await unfoldedOf(locked.developerId)).toBeGreaterThanOrEqual(FOLD_AT);
  await held.release();
  await waitUntil('few are left', async () => (await unfoldedOf(locked.developerId)) < FOLD_AT);
});

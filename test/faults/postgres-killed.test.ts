import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { giveValues, openAccount } from '../support/load/account.ts';
import { runClients } from '../support/load/clients.ts';
import { figure } from '../support/load/figures.ts';
import { useGateways } from '../support/load/gateways.ts';
import { Journal } from '../support/load/journal.ts';
import { usePrivatePostgres, withPostgres } from '../support/load/private-postgres.ts';
import { Random } from '../support/load/random.ts';
import { reconcile } from '../support/load/reconcile.ts';
import { replayMismatches } from '../support/load/replay-all.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { Workload } from '../support/load/workload.ts';

const KILLS = figure(3, 20);
/** What is acknowledged between one return and the next kill. */
const ITEMS_PER_LIFE = figure(200, 2_000);
const CLIENTS = figure(16, 64);
/** From PostgreSQL's return to the next success, in milliseconds. A machine that runs other tests is given more. */
const RECOVERY = figure(10_000, 2_000);

/** Longer than the ledger goes on trying, so that clients are told; in milliseconds. */
const LONG_OUTAGE = figure(1_000, 7_000);

const postgres = usePrivatePostgres();
const gateways = useGateways();

test(`${KILLS} times kill -9 of PostgreSQL under load loses and doubles nothing`, {
  timeout: 600_000,
}, async () => {
  const { url, child } = await gateways.start(postgres.url);
  const account = await withPostgres(postgres.url, openAccount);
  await giveValues(url, account);
  const journal = new Journal();
  const workload = new Workload({ random: new Random(17), journal });
  const load = runClients({ clients: CLIENTS, ...account, workload, journal, target: () => url });
  const isReady = async () => (await fetch(`${url}/readyz`)).status === 200;
  const acknowledged = async (more: number) => {
    const { size } = journal.acknowledged;
    await waitUntil('more was acknowledged', () => journal.acknowledged.size >= size + more);
  };

  const recoveries: number[] = [];
  const disrupt = async () => {
    for (let kill = 0; kill < KILLS; kill++) {
      await acknowledged(ITEMS_PER_LIFE);
      expect(await isReady()).toBe(true);
      await postgres.kill();
      expect(await isReady()).toBe(false);
      await sleep(kill % 3 === 2 ? LONG_OUTAGE : 100);
      expect(await isReady()).toBe(false);

      await postgres.comeBack();
      const returned = Date.now();
      await acknowledged(1);
      recoveries.push(Date.now() - returned);
      await waitUntil('the gateway is ready', isReady);
    }
    await acknowledged(ITEMS_PER_LIFE);
  };
  await Promise.all([disrupt().finally(() => workload.stop()), load]);

  expect(child.exitCode ?? child.signalCode).toBe(null);
  expect(Math.max(...recoveries)).toBeLessThan(RECOVERY);

  // The gateway itself stayed: its clients never lost a connection, at worst they were asked to come again.
  expect(Object.keys(journal.disturbances).filter((reason) => reason !== 'Server Error')).toEqual([]);
  expect(journal.contradictions).toEqual([]);
  const told = journal.acknowledged.values();
  expect(
    await withPostgres(postgres.url, (database) => reconcile(database, account.developerId, told)),
  ).toEqual([]);
  expect(await replayMismatches({ url, ...account }, journal.acknowledged)).toEqual([]);
});

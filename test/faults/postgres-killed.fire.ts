import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { giveValues, openAccount } from '../support/load/account.ts';
import { runClients } from '../support/load/clients.ts';
import { runCommands } from '../support/load/commands.ts';
import { bound, figure, report } from '../support/load/figures.ts';
import { foldMeanwhile } from '../support/load/fold-meanwhile.ts';
import { useGateways } from '../support/load/gateways.ts';
import { Journal } from '../support/load/journal.ts';
import { usePrivatePostgres, withPostgres } from '../support/load/private-postgres.ts';
import { Random } from '../support/load/random.ts';
import { reconcile } from '../support/load/reconcile.ts';
import { replayMismatches } from '../support/load/replay-all.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { Workload } from '../support/load/workload.ts';

/** PostgreSQL's "immediate" stop, which is SIGQUIT, and kill -9, which leaves its backends to finish. */
const STOPS = figure(3, 100);
const KILLS = figure(1, 20);
/** How many records are acknowledged between a return and the next stop. */
const ITEMS_PER_LIFE = bound(200, 500);
const CLIENTS = 16;
/**
 * The limit from PostgreSQL's return to the next success, in milliseconds. A machine that runs other tests gets more.
 */
const RECOVERY = bound(10_000, 2_000);
/** Longer than the ledger retries, so that clients see the outage; in milliseconds. */
const LONG_OUTAGE = bound(1_000, 7_000);

const postgres = usePrivatePostgres();
const gateways = useGateways();

test(`${STOPS} immediate stops and ${KILLS} times kill -9 of PostgreSQL under load lose and double nothing`, {
  timeout: 3_600_000,
}, async () => {
  const pair = await Promise.all([gateways.start(postgres.url), gateways.start(postgres.url)]);
  const [{ url }] = pair;
  const account = await withPostgres(postgres.url, openAccount);
  await giveValues(url, account);
  const journal = new Journal();
  const workload = new Workload({ random: new Random(17), journal });
  let turn = 0;
  const target = () => (turn++ % 2 ? pair[0] : pair[1]).url;
  const load = runClients({ clients: CLIENTS, ...account, workload, journal, target });
  let isOver = false;
  const commanding = runCommands(target, account, () => isOver);
  const folding = foldMeanwhile(postgres.url, account.developerId, () => isOver);
  const readiness = () => Promise.all(pair.map(async (one) => (await fetch(`${one.url}/readyz`)).status));
  const acknowledged = async (more: number) => {
    const { size } = journal.acknowledged;
    await waitUntil('more was acknowledged', () => journal.acknowledged.size >= size + more);
  };

  const recoveries: number[] = [];
  const signals = [...Array(STOPS).fill('SIGQUIT'), ...Array(KILLS).fill('SIGKILL')];
  const disrupt = async () => {
    for (const [i, signal] of signals.entries()) {
      await acknowledged(ITEMS_PER_LIFE);
      expect(await readiness()).toEqual([200, 200]);
      await postgres.end(signal);
      expect(await readiness()).toEqual([503, 503]);
      await sleep(i % 3 === 2 ? LONG_OUTAGE : 100);
      expect(await readiness()).toEqual([503, 503]);

      await postgres.comeBack();
      const returned = Date.now();
      await acknowledged(1);
      recoveries.push(Date.now() - returned);
      const isReady = async () => (await readiness()).every((status) => status === 200);
      await waitUntil('the gateways are ready', isReady);
    }
    await acknowledged(ITEMS_PER_LIFE);
  };
  const stop = () => {
    workload.stop();
    isOver = true;
  };
  await Promise.all([disrupt().finally(stop), load]);
  const commands = await commanding;
  expect(await folding).toBeGreaterThan(0);

  for (const { child } of pair) expect(child.exitCode ?? child.signalCode).toBe(null);

  // The gateways kept running: clients never lost a connection, at worst they were asked to retry.
  expect(Object.keys(journal.disturbances).filter((reason) => reason !== 'Server Error')).toEqual([]);
  expect(journal.contradictions).toEqual([]);
  expect(commands.wrong).toEqual([]);
  const told = journal.acknowledged.values();
  expect(
    await withPostgres(postgres.url, (database) => reconcile(database, account.developerId, told)),
  ).toEqual([]);
  expect(await replayMismatches({ url, ...account }, journal.acknowledged)).toEqual([]);
  report(
    `${STOPS} immediate stops and ${KILLS} × kill -9 under ${CLIENTS} clients of two gateways: of ` +
      `${journal.acknowledged.size} acknowledged records and ${commands.done} commands 0 lost, 0 doubled, 0 replayed differently; no gateway ended`,
  );
  report(
    `first success at most ${Math.max(...recoveries)} ms after PostgreSQL's return; /readyz 503 meanwhile`,
  );
  expect(Math.max(...recoveries)).toBeLessThan(RECOVERY);
});

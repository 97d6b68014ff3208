import { expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { giveValues, openAccount } from '../support/load/account.ts';
import { runClients } from '../support/load/clients.ts';
import { bound, figure, report } from '../support/load/figures.ts';
import { foldMeanwhile } from '../support/load/fold-meanwhile.ts';
import { useGateways } from '../support/load/gateways.ts';
import { Journal } from '../support/load/journal.ts';
import { killGateways } from '../support/load/kill-gateways.ts';
import { Random } from '../support/load/random.ts';
import { reconcile } from '../support/load/reconcile.ts';
import { replayMismatches } from '../support/load/replay-all.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { Workload } from '../support/load/workload.ts';

const KILLS = figure(3, 200);
/** How many records are acknowledged between a start and the next kill. */
const ITEMS_PER_LIFE = bound(200, 500);
const CLIENTS = 16;

const store = usePrivateDatabase();
const gateways = useGateways();

test(`${KILLS} times kill -9 of the gateway under load loses and doubles nothing`, {
  timeout: 3_600_000,
}, async () => {
  let gateway = await gateways.start(store.url);
  const account = await openAccount(store.database);
  await giveValues(gateway.url, account);
  const journal = new Journal();
  const workload = new Workload({ random: new Random(9), journal, corrects: true });
  const load = runClients({ clients: CLIENTS, ...account, workload, journal, target: () => gateway.url });

  const moreAcknowledged = async () => {
    const { size } = journal.acknowledged;
    await waitUntil('more was acknowledged', () => journal.acknowledged.size >= size + ITEMS_PER_LIFE);
  };
  const disruption = killGateways({
    times: KILLS,
    current: () => gateway,
    restart: async () => {
      gateway = await gateways.start(store.url);
    },
    work: moreAcknowledged,
  });
  let isOver = false;
  const folding = foldMeanwhile(store.url, account.developerId, () => isOver);
  const stop = () => {
    workload.stop();
    isOver = true;
  };
  await Promise.all([disruption.finally(stop), load]);
  expect(await folding).toBeGreaterThan(0);

  // The kills did interrupt requests in flight, and clients saw lost connections alone.
  const { ECONNRESET = 0, ECONNREFUSED = 0, ...others } = journal.disturbances;
  expect(ECONNRESET).toBeGreaterThanOrEqual(KILLS);
  expect(ECONNREFUSED).toBeGreaterThanOrEqual(0);
  expect(Object.keys(others).filter((reason) => !['EPIPE', 'TRUNCATED'].includes(reason))).toEqual([]);

  expect(journal.contradictions).toEqual([]);
  const acknowledged = journal.acknowledged.values();
  expect(await reconcile(store.database, account.developerId, acknowledged)).toEqual([]);
  expect(await replayMismatches({ url: gateway.url, ...account }, journal.acknowledged)).toEqual([]);
  report(
    `${KILLS} × kill -9 under ${CLIENTS} retrying clients, ${ECONNRESET} requests interrupted in flight: of  ` +
      `${journal.acknowledged.size} acknowledged records, corrections and refunds 0 lost, 0 doubled, 0 replayed differently; the rollups verify`,
  );
});

import { expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { giveValues, openAccount } from '../support/load/account.ts';
import { runClients } from '../support/load/clients.ts';
import { runCommands } from '../support/load/commands.ts';
import { figure, report } from '../support/load/figures.ts';
import { useGateways } from '../support/load/gateways.ts';
import { Journal } from '../support/load/journal.ts';
import { Random } from '../support/load/random.ts';
import { reconcile } from '../support/load/reconcile.ts';
import { replayMismatches } from '../support/load/replay-all.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { Workload } from '../support/load/workload.ts';
import { useLossyWays } from '../support/tcp/lose-commits.ts';

const LOST = figure(100, 2_000);
const CLIENTS = 16;
/** One of four answers to a commit is lost. */
const SHARE = 0.25;

const store = usePrivateDatabase();
const gateways = useGateways();
const loseCommits = useLossyWays();

test(`${LOST} answers that are lost after their commit lose and double nothing`, {
  timeout: 1_200_000,
}, async () => {
  const account = await openAccount(store.database);
  const random = new Random(41);
  let isLossy = false;
  const way = await loseCommits(store.url, () => isLossy && way.lost < LOST && random.chance(SHARE));
  const { url } = await gateways.start(way.url);
  await giveValues(url, account);
  isLossy = true;
  const journal = new Journal();
  const workload = new Workload({ random: new Random(43), journal });
  const isOver = () => way.lost >= LOST;
  const load = runClients({ clients: CLIENTS, ...account, workload, journal, target: () => url });
  const commanding = runCommands(() => url, account, isOver);
  await waitUntil('enough is lost', isOver, 60_000 + LOST * 500).finally(() => workload.stop());
  await load;
  const commands = await commanding;

  expect(way.lost).toBe(LOST);
  // The gateway retried by itself, or asked the client to retry with the same key.
  expect(Object.keys(journal.disturbances).filter((reason) => reason !== 'Server Error')).toEqual([]);
  expect(journal.contradictions).toEqual([]);
  expect(commands).toMatchObject({ done: expect.any(Number), wrong: [] });
  expect(await reconcile(store.database, account.developerId, journal.acknowledged.values())).toEqual([]);
  expect(await replayMismatches({ url, ...account }, journal.acknowledged)).toEqual([]);
  report(
    `${LOST} answers of PostgreSQL cut after the commit, under ${CLIENTS} clients: of ${journal.acknowledged.size} ` +
      `acknowledged records and ${commands.done} commands 0 lost, 0 doubled, 0 replayed differently; ` +
      `${journal.disturbances['Server Error'] ?? 0} records and ${commands.retried} commands were asked to come again`,
  );
});

// More often than the pool has connections, so every broken one must have been replaced.
test('commands whose commit goes unanswered 30 times in a row run once each', async () => {
  const account = await openAccount(store.database);
  let isLossy = false;
  const way = await loseCommits(store.url, () => isLossy && way.lost < 30);
  const { url } = await gateways.start(way.url);
  isLossy = true;
  const commands = await runCommands(
    () => url,
    account,
    ({ done }) => done >= 40,
  );
  expect(commands).toEqual({ done: 40, retried: 30, wrong: [] });
});

import { expect, test } from 'vitest';
import { send } from '../support/drivers/http.ts';
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
  const workload = new Workload({ random: new Random(43), journal, corrects: true });
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
      `acknowledged records, corrections and refunds and ${commands.done} commands 0 lost, 0 doubled, 0 replayed differently; ` +
      `${journal.disturbances['Server Error'] ?? 0} records and ${commands.retried} commands were asked to come again`,
  );
});

test.each([
  ['void', 'corrections', { action: 'void', reason: 'Recorded twice' }],
  ['refund of all that remains', 'refunds', { recordedAt: '2026-01-15T10:30:00.000Z' }],
])('the retry of a %s whose commit went unanswered is the same answer', async (_, path, input) => {
  const { token } = await openAccount(store.database);
  let isLossy = false;
  const way = await loseCommits(store.url, () => isLossy && way.lost < 1);
  const { url } = await gateways.start(way.url);
  const body = JSON.stringify({ amount: '30', recordedAt: '2026-01-15T10:30:00.000Z' });
  const { id } = JSON.parse((await send(`${url}/v1/revenues`, { token, body })).text);
  isLossy = true;
  const attempt = () =>
    send(`${url}/v1/revenues/${id}/${path}`, {
      token,
      idempotencyKey: `lost-${path}`,
      body: JSON.stringify(input),
    });
  const first = await attempt();
  expect(way.lost).toBe(1);
  const second = await attempt();
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.text).toBe(first.text);
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
  expect(commands).toMatchObject({ done: 40, wrong: [] });
  // Some of them are commits of work that the gateway does by itself.
  expect(way.lost).toBe(30);
  expect(commands.retried).toBeGreaterThan(0);
});

import { once } from 'node:events';
import { copyFile, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import type { Gateway } from '../support/gateway.ts';
import { giveValues, openAccount } from '../support/load/account.ts';
import { runClients } from '../support/load/clients.ts';
import { figure, report } from '../support/load/figures.ts';
import { useGateways } from '../support/load/gateways.ts';
import { Journal } from '../support/load/journal.ts';
import { Random } from '../support/load/random.ts';
import { reconcile } from '../support/load/reconcile.ts';
import { replayMismatches } from '../support/load/replay-all.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { Workload } from '../support/load/workload.ts';
import { livingWorkers, replacements, withWorkers } from '../support/workers.ts';

const DEATHS = figure(2, 40);
const CLIENTS = 16;
/** How many records are acknowledged between two kills. */
const ITEMS_PER_LIFE = 200;

const store = usePrivateDatabase();
const gateways = useGateways();
const folder = await mkdtemp(path.join(tmpdir(), 'outturn-deaths-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A load under which workers are killed one after the other, each once the previous one was replaced. */
async function endWorkersUnderLoad(gateway: Gateway, signal: NodeJS.Signals) {
  const account = await openAccount(store.database);
  await giveValues(gateway.url, account);
  const journal = new Journal();
  const workload = new Workload({ random: new Random(DEATHS), journal });
  const load = runClients({ clients: CLIENTS, ...account, workload, journal, target: () => gateway.url });
  const disrupt = async () => {
    for (let death = 0; death < DEATHS; death++) {
      const { size } = journal.acknowledged;
      await waitUntil('more was acknowledged', () => journal.acknowledged.size >= size + ITEMS_PER_LIFE);
      const [pid] = livingWorkers(gateway.child);
      // Signals to an undefined process id would reach the whole group.
      if (pid === undefined) throw new Error('there is no worker to end');
      process.kill(pid, signal);
      await waitUntil('it was replaced', () => replacements(gateway).length > death);
    }
  };
  await Promise.all([disrupt().finally(() => workload.stop()), load]);
  expect(journal.contradictions).toEqual([]);
  const acknowledged = journal.acknowledged.values();
  expect(await reconcile(store.database, account.developerId, acknowledged)).toEqual([]);
  expect(await replayMismatches({ url: gateway.url, ...account }, journal.acknowledged)).toEqual([]);
  return { disturbances: journal.disturbances, acknowledged: journal.acknowledged.size };
}

test('SIGTERM to a worker under load fails no request, and another worker takes its place', {
  timeout: 600_000,
}, async () => {
  const gateway = await gateways.start(store.url, {}, withWorkers(2));
  const { disturbances, acknowledged } = await endWorkersUnderLoad(gateway, 'SIGTERM');
  // A connection that reaches a closing worker is handed to another; its open connections are announced as closing.
  expect(disturbances).toEqual({});
  report(
    `${DEATHS} × SIGTERM to one of two workers: ${acknowledged} records acknowledged, no request failed`,
  );
});

test('kill -9 of a worker under load loses and doubles nothing, and the other continues', {
  timeout: 600_000,
}, async () => {
  const gateway = await gateways.start(store.url, {}, withWorkers(2));
  const { disturbances, acknowledged } = await endWorkersUnderLoad(gateway, 'SIGKILL');
  const { ECONNRESET = 0, ...others } = disturbances;
  expect(ECONNRESET).toBeGreaterThan(0);
  // No connection was refused, because the primary keeps the port open.
  expect(Object.keys(others).filter((reason) => !['EPIPE', 'TRUNCATED'].includes(reason))).toEqual([]);
  report(
    `${DEATHS} × kill -9 of one of two workers: of ${acknowledged} acknowledged records none lost, none doubled`,
  );
});

test('the port is kept when all workers have ended at once', { timeout: 120_000 }, async () => {
  const gateway = await gateways.start(store.url, {}, withWorkers(2));
  for (const pid of livingWorkers(gateway.child)) process.kill(pid, 'SIGKILL');
  await waitUntil('both were replaced', () => replacements(gateway).length === 2);
  expect((await fetch(`${gateway.url}/readyz`)).status).toBe(200);
});

test('kill -9 of the primary process leaves no worker behind', async () => {
  const { child } = await gateways.start(store.url, {}, withWorkers(2));
  const pids = livingWorkers(child);
  expect(pids).toHaveLength(2);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await waitUntil('its workers are gone', () => pids.every((pid) => !isAlive(pid)));
});

test('the gateway exits with a reason when no worker is left and none can be started', {
  timeout: 120_000,
}, async () => {
  const flag = path.join(folder, 'die');
  const NODE_OPTIONS = `--import ${path.join(import.meta.dirname, 'dies-at-start.fixture.ts')}`;
  const gateway = await gateways.start(store.url, { NODE_OPTIONS, DIE_WHILE: flag }, withWorkers(2));
  await writeFile(flag, '');
  const exit = once(gateway.child, 'exit');
  for (const pid of livingWorkers(gateway.child)) process.kill(pid, 'SIGKILL');
  expect(await exit).toEqual([1, null]);
  const ends = gateway.output().match(/"replacedIn":\d+/g) ?? [];
  // The delay doubles, so that the loop does not keep a core busy.
  expect(ends.slice(0, 5).map((text) => Number(text.split(':')[1]))).toEqual([100, 200, 400, 800, 1_600]);
  expect(gateway.output()).toContain('no worker can be started');
});

test('a worker that the system cannot start is retried until it can, one attempt at a time', {
  timeout: 120_000,
}, async () => {
  // As during a reinstallation of Node.js.
  const node = path.join(folder, 'node');
  await copyFile(process.execPath, node);
  const gateway = await gateways.start(store.url, {}, { ...withWorkers(2), node });
  const [pid, other] = livingWorkers(gateway.child);
  if (pid === undefined || other === undefined) throw new Error('there are no two workers');
  await rename(node, `${node}.old`);
  process.kill(pid, 'SIGKILL');
  await waitUntil(
    'three tries have failed',
    () => endsOf(gateway).length >= 4 || gateway.child.exitCode !== null,
  );
  expect(gateway.child.exitCode).toBeNull();
  expect((await fetch(`${gateway.url}/readyz`)).status).toBe(200);
  await rename(`${node}.old`, node);
  await waitUntil('it was replaced', () => replacements(gateway).length > 0);

  const [killed, ...failed] = endsOf(gateway);
  expect(killed?.how).toContain('SIGKILL');
  for (const { how } of failed) expect(how).toContain('ENOENT');
  const waits = failed.map(({ time }, i) => time - (endsOf(gateway)[i]?.time ?? 0));
  for (const [i, wait] of waits.entries()) expect(wait).toBeGreaterThan(0.9 * 100 * 2 ** i);
  expect(livingWorkers(gateway.child)).toHaveLength(2);
});

type End = { time: number; how: string; replacedIn: number };

/** The ends of workers in the log. */
function endsOf({ output }: Gateway): End[] {
  const lines = output().match(/^\{.*"a worker has ended".*$/gm) ?? [];
  return lines.map((line) => JSON.parse(line) as End);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { buildCommit } from '../bench/against/build-commit.ts';
import { type CreatedDatabase, createDatabase } from '../support/create-database.ts';
import { send } from '../support/drivers/http.ts';
import type { Gateway } from '../support/gateway.ts';
import { type Account, giveValues } from '../support/load/account.ts';
import { acknowledgedMore } from '../support/load/acknowledged-more.ts';
import { runClients } from '../support/load/clients.ts';
import { sumOf, toUnits } from '../support/load/exact-decimal.ts';
import { unitsOf } from '../support/load/facts.ts';
import { figure, report } from '../support/load/figures.ts';
import { useGateways } from '../support/load/gateways.ts';
import { Journal } from '../support/load/journal.ts';
import { Random } from '../support/load/random.ts';
import { differences } from '../support/load/reconcile.ts';
import { runProgram } from '../support/load/run-outturn.ts';
import { readStored } from '../support/load/stored-facts.ts';
import { Workload } from '../support/load/workload.ts';
import { buildNextVersion, type NextVersion } from '../support/next-version.ts';
import { on } from '../support/on.ts';

/** Records that are acknowledged after each step. */
const RECORDS = figure(150, 15_000);
const CLIENTS = 16;
/** The first migration after 0.1.0. */
const added = '013-account-issuers.ts';

const gateways = useGateways();
let store: CreatedDatabase;
let old: string;
let next: NextVersion;
beforeAll(async () => {
  const file = `:/packages/service/src/database/migrations/${added}`;
  const commit = execFileSync('git', ['log', '--diff-filter=A', '--format=%H', '--', file], {
    encoding: 'utf8',
  });
  [old, next, store] = await Promise.all([
    buildCommit(`${commit.trim()}^`).then(({ program }) => program.script),
    buildNextVersion(),
    createDatabase(inject('databaseUrl'), `rolling_${randomUUID().replaceAll('-', '')}`),
  ]);
}, 600_000);
afterAll(async () => {
  await store.remove();
});

/** The gateways that a load balancer asks. */
const serving = new Set<Gateway>();

async function start(program: string): Promise<Gateway> {
  const gateway = await gateways.start(store.url, {}, { program });
  serving.add(gateway);
  return gateway;
}

/** It gets no more requests, and answers those that it has. */
async function stop(gateway: Gateway): Promise<void> {
  serving.delete(gateway);
  await gateway.stop();
  expect(gateway.child.exitCode).toBe(0);
}

async function openAccount(name: string): Promise<Account> {
  const args = ['keys', 'create', '--developer', name, '--plan', 'unlimited'];
  const { output } = await runProgram(old, store.url, ...args);
  const [developer] = await on<{ id: string }>(store.url, `select id from developers where name = '${name}'`);
  return { token: output.trim(), developerId: developer?.id ?? '' };
}

/** The revenue that each gateway answers. */
async function totalsOf({ token }: Account): Promise<bigint[]> {
  const window = { from: '2000-01-01', to: '2100-01-01' };
  const input = encodeURIComponent(JSON.stringify({ window, totals: ['revenue'] }));
  const answers = [...serving].map(async ({ url }) => {
    const { text } = await send(`${url}/trpc/analytics.slice?input=${input}`, { token });
    return toUnits(JSON.parse(text).result.data.totals.revenue);
  });
  return Promise.all(answers);
}

/** Records while the steps are taken; then all gateways answer the same sums, and no request has failed. */
async function underLoad(name: string, steps: (next: () => Promise<void>) => Promise<void>): Promise<number> {
  const account = await openAccount(name);
  const [any] = serving;
  await giveValues(any?.url ?? '', account);
  const journal = new Journal({ hasVersions: true });
  const workload = new Workload({ random: new Random(36), journal });
  let turn = 0;
  const target = () => [...serving][turn++ % serving.size]?.url ?? '';
  const clients = runClients({ clients: CLIENTS, ...account, workload, journal, target });
  try {
    await steps(() => acknowledgedMore(journal, RECORDS));
  } finally {
    workload.stop();
    await clients;
  }
  expect(journal).toMatchObject({ disturbances: {}, contradictions: [] });
  const acknowledged = [...journal.acknowledged.values()];
  const revenue = sumOf(acknowledged.map(({ fact }) => (fact.kind === 'revenues' ? unitsOf(fact) : 0n)));
  expect(await totalsOf(account)).toEqual([...serving].map(() => revenue));
  // This version may not connect after the second step.
  const pool = new Pool({ connectionString: store.url, max: 2 });
  const stored = await readStored({ pool }, account.developerId).finally(() => pool.end());
  expect(differences(acknowledged, stored)).toEqual([]);
  expect(await runProgram(next.program, store.url, 'rollups', 'verify')).toMatchObject({ code: 0 });
  return acknowledged.length;
}

test('upgrade in two steps fails no request, and all totals are right', { timeout: 1_800_000 }, async () => {
  const finish = () => runProgram(next.program, store.url, 'migrate', '--finish');
  const [first, second] = [await start(old), await start(old)];
  let last: Gateway | undefined;
  const sideBySide = await underLoad('side-by-side', async (more) => {
    await more();
    expect(await runProgram(next.program, store.url, 'migrate')).toMatchObject({ code: 0 });
    const { output } = await runProgram(old, store.url, 'migrate');
    expect(output).toBe('The schema is up to date.\n');
    await more();
    await start(next.program);
    await more();
    const refused = await finish();
    expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining('  outturn (role ')]);
    await stop(first);
    last = await start(old);
    await more();
  });
  const finished = await underLoad('finished', async (more) => {
    await stop(second);
    if (last) await stop(last);
    await more();
    const restarted = await start(next.program);
    expect(await finish()).toMatchObject({ code: 0 });
    const tooOld = 'this version of Outturn knows none. Start a newer version.';
    await expect(gateways.start(store.url, {}, { program: old })).rejects.toThrow(tooOld);
    for (const command of ['migrate', 'keys list'])
      expect(await runProgram(old, store.url, ...command.split(' '))).toMatchObject({
        code: 1,
        errors: expect.stringContaining(tooOld),
      });
    await more();
    await stop(restarted);
    await start(next.program);
    await more();
  });
  report(
    `${sideBySide} records of ${CLIENTS} clients on gateways of two versions, and ${finished} through the second step and a restart: no request failed, all sums right`,
  );
});

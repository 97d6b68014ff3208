import { Pool } from 'pg';
import { beforeEach, expect, test } from 'vitest';
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
import { runOutturn, runProgram } from '../support/load/run-outturn.ts';
import { readStored } from '../support/load/stored-facts.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { Workload } from '../support/load/workload.ts';
import { buildNextVersion } from '../support/next-version.ts';
import { on } from '../support/on.ts';
import { outturn } from '../support/program.ts';
import { createStore, ready, revenueOf, TOO_OLD } from '../support/required-schema.ts';

/** Records that are acknowledged after each step. */
const RECORDS = figure(150, 15_000);
const CLIENTS = 16;

const gateways = useGateways();
let url: string;
/** The gateways that a load balancer asks. */
let serving: Set<Gateway>;
let account: Account;
beforeEach(async () => {
  serving = new Set();
  const store = await createStore();
  url = store.url;
  const [developer] = await on<{ id: string }>(url, 'select id from developers');
  account = { token: store.token, developerId: developer?.id ?? '' };
});

async function start(program: string): Promise<Gateway> {
  const gateway = await gateways.start(url, {}, { program });
  serving.add(gateway);
  return gateway;
}

/** It gets no more requests, and answers those that it has. */
async function stop(gateway: Gateway): Promise<void> {
  serving.delete(gateway);
  await gateway.stop();
  expect(gateway.child.exitCode).toBe(0);
}

/** Records while the steps are taken. Then all gateways answer the sums of all acknowledged records, of which none is lost or doubled. */
async function underLoad(
  steps: (more: (records?: number) => Promise<void>) => Promise<void>,
): Promise<Journal> {
  const [any] = serving;
  await giveValues(any?.url ?? '', account);
  const journal = new Journal();
  const workload = new Workload({ random: new Random(36), journal });
  let turn = 0;
  const target = () => [...serving][turn++ % serving.size]?.url ?? '';
  const clients = runClients({ clients: CLIENTS, ...account, workload, journal, target });
  try {
    await steps((records = RECORDS) => acknowledgedMore(journal, records));
  } finally {
    workload.stop();
    await clients;
  }
  expect(journal.contradictions).toEqual([]);
  const revenues = [...journal.acknowledged.values()].filter(({ fact }) => fact.kind === 'revenues');
  const sum = sumOf(revenues.map(({ fact }) => unitsOf(fact)));
  for (const gateway of serving) expect(toUnits((await revenueOf(gateway, account.token)).revenue)).toBe(sum);
  return journal;
}

/** Compares with the rows, which this version may not read after a migration with a fence. */
async function expectAllStored({ acknowledged }: Journal): Promise<void> {
  const pool = new Pool({ connectionString: url, max: 2 });
  const stored = await readStored({ pool }, account.developerId).finally(() => pool.end());
  expect(differences([...acknowledged.values()], stored)).toEqual([]);
}

test('upgrade of gateways one by one fails no request, and all sums are right', {
  timeout: 1_800_000,
}, async () => {
  const next = await buildNextVersion();
  const [first, second] = [await start(outturn), await start(outturn)];
  const journal = await underLoad(async (more) => {
    await more();
    expect(await runProgram(next, url, 'migrate')).toMatchObject({ output: 'Ran 999-next-version.\n' });
    expect((await runOutturn(url, 'migrate')).output).toBe('The schema is up to date.\n');
    await more();
    await start(next);
    await more();
    // Back to this version and forward again: both record on the newer schema.
    await stop(first);
    const again = await start(outturn);
    await more();
    await stop(second);
    await stop(again);
    await start(next);
    await more();
  });
  expect(journal.disturbances).toEqual({});
  await expectAllStored(journal);
  expect(await runProgram(next, url, 'rollups', 'verify')).toMatchObject({ code: 0 });
  report(
    `${journal.acknowledged.size} records of ${CLIENTS} clients on gateways of this and the next version, through a migration and restarts: no request failed, all sums right`,
  );
});

test('upgrade with a fence fails the requests to older gateways alone, and all sums are right', {
  timeout: 1_800_000,
}, async () => {
  const next = await buildNextVersion({ hasFence: true });
  const old = [await start(outturn), await start(outturn)];
  const journal = await underLoad(async (more) => {
    await more();
    expect(await runProgram(next, url, 'migrate')).toMatchObject({ output: 'Ran 999-next-version.\n' });
    await start(next);
    // Few, because two of three gateways tell the clients to retry after a second.
    await more(100);
    for (const gateway of old) {
      await waitUntil('it is unready', async () => (await ready(gateway)) === 503);
      await stop(gateway);
    }
    await more();
  });
  expect(Object.keys(journal.disturbances)).toEqual(['Server Error']);
  await expect(gateways.start(url)).rejects.toThrow(TOO_OLD);
  expect(await runProgram(next, url, 'rollups', 'verify')).toMatchObject({ code: 0 });
  // The oracle reads the table under the name of this version.
  for (const gateway of serving) await stop(gateway);
  await on(url, 'alter table rollup_deltas_2 rename to rollup_deltas');
  await expectAllStored(journal);
  report(
    `${journal.acknowledged.size} records through a migration with a fence: ${journal.disturbances['Server Error']} refusals by older gateways, 0 lost, 0 doubled, all sums right`,
  );
});

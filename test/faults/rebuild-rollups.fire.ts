import { type Database, rebuildRollups, recordKinds } from '@outturn/service';
import { expect, test } from 'vitest';
import { foldRollups } from '../../packages/service/src/rollups/rollup-deltas.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { type Account, giveValues, openAccount } from '../support/load/account.ts';
import { runClients } from '../support/load/clients.ts';
import { useGateways } from '../support/load/gateways.ts';
import { holdRollups } from '../support/load/held.ts';
import { Journal } from '../support/load/journal.ts';
import { withPostgres } from '../support/load/private-postgres.ts';
import { Random } from '../support/load/random.ts';
import { reconcile } from '../support/load/reconcile.ts';
import { runOutturn } from '../support/load/run-outturn.ts';
import { waitUntil } from '../support/load/wait-until.ts';
import { Workload } from '../support/load/workload.ts';

const store = usePrivateDatabase();
const gateways = useGateways();

/** Damages rollups in every way: changed, missing, and without records behind them. */
async function damage({ developerId }: Account): Promise<void> {
  const { pool } = store.database;
  // Deltas cannot be damaged.
  await foldRollups(store.database, developerId);
  const some = (share: number) =>
    `developer_id = $1 and (interval_hash(bucket - timestamptz 'epoch') # uuid_hash(key)) % 7 = ${share}`;
  await pool.query(`update rollups set total = total + 0.000000001 where ${some(1)}`, [developerId]);
  await pool.query(`update rollups set count = count - 1 where ${some(2)}`, [developerId]);
  await pool.query(`delete from rollups where ${some(3)}`, [developerId]);
  await pool.query(
    `insert into rollups (developer_id, cut, fact, grain, bucket, key, total, count)
     select developer_id, cut, fact, grain, bucket - interval '50 years', key, total, count
     from rollups where ${some(4)} on conflict do nothing`,
    [developerId],
  );
}

test('damaged rollups are found and repaired while writes go on', { timeout: 120_000 }, async () => {
  const { url } = await gateways.start(store.url);
  const account = await openAccount(store.database);
  await giveValues(url, account);
  const journal = new Journal();
  const workload = new Workload({ random: new Random(31), journal });
  const load = runClients({ clients: 2, ...account, workload, journal, target: () => url });
  const moreAcknowledged = async () => {
    const { size } = journal.acknowledged;
    await waitUntil('more was acknowledged', () => journal.acknowledged.size > size + 100);
  };
  const repair = async () => {
    await moreAcknowledged();
    await damage(account);
    await moreAcknowledged();
    const before = await runOutturn(store.url, 'rollups', 'verify');
    expect(before.code).toBe(1);
    for (const table of ['revenues', 'outcomes', 'goals', 'events']) {
      expect(before.output).toMatch(
        new RegExp(`^${account.developerId} ${table}: \\d+ rows differ, by `, 'm'),
      );
    }
    const rebuilt = await runOutturn(store.url, 'rollups', 'rebuild');
    expect(rebuilt).toMatchObject({ code: 0, output: expect.stringMatching(/^Repaired [1-9]\d* rows\.$/m) });
    await moreAcknowledged();
    const after = await runOutturn(store.url, 'rollups', 'verify');
    expect(after).toMatchObject({ code: 0, output: 'The rollups equal the records.\n' });
  };
  await Promise.all([repair().finally(() => workload.stop()), load]);

  expect(journal.contradictions).toEqual([]);
  expect(journal.disturbances).toEqual({});
  const told = journal.acknowledged.values();
  expect(await reconcile(store.database, account.developerId, told)).toEqual([]);
});

test('two concurrent repairs repair once', { timeout: 60_000 }, async () => {
  const { url } = await gateways.start(store.url);
  const account = await openAccount(store.database);
  await giveValues(url, account);
  const journal = new Journal();
  const workload = new Workload({ random: new Random(37), journal, limit: 200 });
  await runClients({ clients: 8, ...account, workload, journal, target: () => url });
  await damage(account);

  const held = await holdRollups(store.database, account.developerId, 1);
  const rebuild = (database: Database) => rebuildRollups(database, recordKinds);
  const repairs = [withPostgres(store.url, rebuild), withPostgres(store.url, rebuild)];
  // Both have begun: they wait for the row, or one waits for the other.
  await held.waiting(2);
  await held.release();
  await Promise.all(repairs);

  const told = [...journal.acknowledged.values()];
  const found = await reconcile(store.database, account.developerId, told);
  // Repairs the database for the next test, whatever the result.
  await rebuildRollups(store.database, recordKinds);
  expect(found).toEqual([]);
});

test('single days can be verified and repaired', { timeout: 60_000 }, async () => {
  const { url } = await gateways.start(store.url);
  const { developerId, token } = await openAccount(store.database);
  for (const recordedAt of ['2026-03-01T23:59:59.999Z', '2026-03-02T00:00:00.000Z', '2026-03-03T12:00:00Z']) {
    const body = JSON.stringify({ amount: '1.50', recordedAt, agentKey: 'agent' });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    expect((await fetch(`${url}/v1/revenues`, { method: 'POST', headers, body })).status).toBe(201);
  }
  await foldRollups(store.database, developerId);
  await store.database.pool.query(
    `update rollups set total = total + 1 where developer_id = $1 and not (bucket >= '2026-03-02Z' and bucket < '2026-03-03Z')`,
    [developerId],
  );
  const verified = async (...days: string[]) =>
    (await runOutturn(store.url, 'rollups', 'verify', ...days)).output;

  expect(await verified('--from', '2026-03-02')).toBe('The rollups equal the records.\n');
  expect(await verified('--from', '2026-03-01', '--to', '2026-03-02')).toContain(
    '5 rows differ, by 5.00 USD and 0 records',
  );
  const repaired = await runOutturn(store.url, 'rollups', 'rebuild', '--from', '2026-03-01');
  expect(repaired.output).toBe('Repaired 5 rows.\n');
  expect(await verified('--from', '2026-03-01')).toBe('The rollups equal the records.\n');
  expect(await verified()).toContain('5 rows differ');
  expect((await runOutturn(store.url, 'rollups', 'verify', '--to', '2026-03-01')).code).toBe(1);
  await rebuildRollups(store.database, recordKinds);
  expect(await verified()).toBe('The rollups equal the records.\n');
});

import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { placementOf } from '../../packages/service/src/database/distribution/placement.ts';
import { createCitusDatabase, nodesOf } from '../support/citus/cluster.ts';
import { citusUrl } from '../support/citus/url.ts';
import type { CreatedDatabase } from '../support/create-database.ts';
import { giveValues, openAccount } from '../support/load/account.ts';
import { runClients } from '../support/load/clients.ts';
import { useGateways } from '../support/load/gateways.ts';
import { Journal } from '../support/load/journal.ts';
import { withPostgres } from '../support/load/private-postgres.ts';
import { Random } from '../support/load/random.ts';
import { reconcile } from '../support/load/reconcile.ts';
import { replayMismatches } from '../support/load/replay-all.ts';
import { runOutturn, runProgram } from '../support/load/run-outturn.ts';
import { Workload } from '../support/load/workload.ts';
import { buildNextVersion } from '../support/next-version.ts';
import { on } from '../support/on.ts';
import { record } from '../support/required-schema.ts';

describe('on a cluster of Citus', { tags: 'Citus' }, () => {
  const gateways = useGateways();
  let created: CreatedDatabase;
  const createEmpty = async () => {
    created = await createCitusDatabase(
      citusUrl ?? '',
      `outturn_migrate_${randomUUID().replaceAll('-', '')}`,
    );
    return created.url;
  };
  afterEach(() => created.remove());

  /** The tables that Citus knows and how it keeps them; all distributed tables are colocated. */
  const known = async (url: string) => {
    const rows = await on<{ type: string; names: string[]; groups: number }>(
      url,
      `select citus_table_type as type, array_agg(table_name::text order by table_name::text) as names,
         count(distinct colocation_id)::int as groups from citus_tables group by 1`,
    );
    return Object.fromEntries(rows.map(({ type, ...rest }) => [type, rest]));
  };

  test('an empty database is distributed by developer, once', async () => {
    const url = await createEmpty();
    const first = await runOutturn(url, 'migrate');
    expect(first.output).toMatch(/^Ran 001-first-release\.\n/);
    const { tenant, whole } = await withPostgres(url, async (database) =>
      placementOf(database.orm.getMetadata()),
    );
    const [, named = ''] =
      /^Distributed over the nodes of Citus, by developer: (.+)\.$/m.exec(first.output) ?? [];
    expect(named.split(', ').sort()).toEqual([...tenant].sort());
    expect(await known(url)).toEqual({
      distributed: { names: [...tenant].sort(), groups: 1 },
      local: { names: [...whole].sort(), groups: 1 },
    });
    expect((await runOutturn(url, 'migrate')).output).toBe('The schema is up to date.\n');
  });

  test('a database that was in use before is distributed with all its rows', {
    timeout: 120_000,
  }, async () => {
    const url = await createEmpty();
    // The state before the extension was created.
    await on(url, 'drop extension citus cascade');
    const before = await gateways.start(url);
    const account = await withPostgres(url, openAccount);
    await giveValues(before.url, account);
    const journal = new Journal();
    const workload = new Workload({ random: new Random(71), journal, limit: 400 });
    await runClients({ clients: 8, ...account, workload, journal, target: () => before.url });
    await before.stop();

    await on(url, 'create extension citus');
    const { coordinator, workers } = await nodesOf(citusUrl ?? '');
    await on(url, `select citus_set_coordinator_host('${coordinator.host}', ${coordinator.port})`);
    for (const { host, port } of workers) await on(url, `select citus_add_node('${host}', ${port})`);
    const after = await gateways.start(url);
    const [left] = await on<{ bytes: string }>(url, "select pg_relation_size('revenues') as bytes");
    expect(left?.bytes).toBe('0');
    const told = journal.acknowledged.values();
    await withPostgres(url, async (database) =>
      expect(await reconcile(database, account.developerId, told)).toEqual([]),
    );
    expect(await replayMismatches({ url: after.url, ...account }, journal.acknowledged)).toEqual([]);
    await after.stop();
  });

  test('a migration with a fence runs on distributed tables, and a new table joins them', {
    timeout: 240_000,
  }, async () => {
    const next = await buildNextVersion({ hasFence: true });
    const url = await createEmpty();
    const before = await gateways.start(url);
    const account = await withPostgres(url, openAccount);
    expect((await record(before, account.token)).status).toBe(201);
    // As a table that the migration creates.
    await on(url, `select undistribute_table('reports')`);
    expect((await runProgram(next, url, 'migrate')).output).toBe(
      'Ran 999-next-version.\nDistributed over the nodes of Citus, by developer: reports.\n',
    );
    expect((await known(url)).distributed?.groups).toBe(1);
    expect((await record(before, account.token)).status).toBe(500);
    const after = await gateways.start(url, {}, { program: next });
    expect((await record(after, account.token)).status).toBe(201);
    expect(await runProgram(next, url, 'rollups', 'verify')).toMatchObject({ code: 0 });
  });
});

import { randomUUID } from 'node:crypto';
import { connectDatabase, migrate } from '@outturn/service';
import { afterEach, describe, expect, test } from 'vitest';
import { placementOf } from '../../packages/service/src/database/distribution/placement.ts';
import { createCitusDatabase, nodesOf } from '../support/citus/cluster.ts';
import { citusUrl } from '../support/citus/use-citus.ts';
import type { CreatedDatabase } from '../support/create-database.ts';
import { giveValues, openAccount } from '../support/load/account.ts';
import { runClients } from '../support/load/clients.ts';
import { useGateways } from '../support/load/gateways.ts';
import { Journal } from '../support/load/journal.ts';
import { withPostgres } from '../support/load/private-postgres.ts';
import { Random } from '../support/load/random.ts';
import { reconcile } from '../support/load/reconcile.ts';
import { replayMismatches } from '../support/load/replay-all.ts';
import { runOutturn } from '../support/load/run-outturn.ts';
import { Workload } from '../support/load/workload.ts';
import { on } from '../support/on.ts';

describe.runIf(citusUrl)('on a cluster of Citus', () => {
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
    expect(first.output).toMatch(/^Ran 001-initial-schema, /);
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

  test('migrations run on distributed tables, and the tables they create are colocated', {
    timeout: 120_000,
  }, async () => {
    const url = await createEmpty();
    const database = await connectDatabase({ url, poolSize: 2 });
    try {
      await database.orm.migrator.up({ to: '001-initial-schema' });
      expect(await database.distribution.distribute(database)).toContain('rollups');
      await on(
        url,
        `insert into rollups select gen_random_uuid(), 1, 1, 15, now(), gen_random_uuid(), n, 1 from generate_series(1, 100) n`,
      );
      const { ran, distributed } = await migrate(database);
      expect(ran[0]).toBe('002-whole-rollups');
      expect(distributed.sort()).toEqual([
        'commits',
        'forgotten_commits',
        'reports',
        'rollup_deltas',
        'tenants',
      ]);
      const [whole] = await on(url, 'select count(*)::int, sum(total)::int from rollups where cut = 0');
      expect(whole).toEqual({ count: 100, sum: 5050 });
      expect((await known(url)).distributed?.groups).toBe(1);
      expect(await database.orm.schema.getUpdateSchemaSQL({ wrap: false })).toBe('');
    } finally {
      await database.close();
    }
  });
});

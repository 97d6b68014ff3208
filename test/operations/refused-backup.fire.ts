import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { readBackup, writeBackup } from '../support/backup-file.ts';
import { citusUrl } from '../support/citus/url.ts';
import { createDatabase } from '../support/create-database.ts';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { useGateways } from '../support/load/gateways.ts';
import { runOutturn } from '../support/load/run-outturn.ts';
import { on } from '../support/on.ts';

const gateways = useGateways();
const folder = await mkdtemp(path.join(tmpdir(), 'outturn-refused-backup-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const fileName = () => path.join(folder, `${randomUUID()}.backup`);

async function createEmpty(): Promise<string> {
  const name = `restored_${randomUUID().replaceAll('-', '')}`;
  const { url, remove } = await createDatabase(inject('databaseUrl'), name);
  onTestFinished(remove);
  return url;
}

describe.runIf(!citusUrl)('refused backup or restore', () => {
  const store = usePrivateDatabase();

  test('restore refuses a database that is in use, and names what it found', async () => {
    const file = fileName();
    await runOutturn(store.url, 'backup', file);
    const name = new URL(store.url).pathname.slice(1);
    const gateway = await gateways.start(store.url);
    expect(await runOutturn(store.url, 'restore', '--keep-keys', file)).toMatchObject({
      code: 1,
      errors: expect.stringMatching(
        /^Gateways are connected to the database\. Stop them and run this again:\n {2}outturn\/\d+ listener at .*\nNothing was restored\.\n$/,
      ),
    });
    await gateway.stop();
    expect(await runOutturn(store.url, 'restore', '--keep-keys', file)).toMatchObject({
      code: 1,
      errors: expect.stringMatching(
        `^The database ${name} is not empty: its schema public has agents, api_keys, commits, corrections, customers and \\d+ more. Restore into`,
      ),
    });
    const other = await createEmpty();
    await on(other, 'create view invoices as select 1');
    expect((await runOutturn(other, 'restore', '--keep-keys', file)).errors).toContain(
      'its schema public has invoices. Restore into',
    );
    const tables = `select relname from pg_class where relname in ('agents', 'migrations')`;
    expect(await on(other, tables)).toEqual([]);
    await on(other, 'drop view invoices');
    await on(other, 'create table migrations (migration text, batch int)');
    await on(other, `insert into migrations values ('2014_create_users', 1)`);
    expect((await runOutturn(other, 'restore', '--keep-keys', file)).errors).toContain(
      'The schema public has tables of another program, named like those of Outturn: migrations.',
    );
  });

  test('backup of a newer schema, or without one of its tables, is refused', async () => {
    const [url, file] = [await createEmpty(), fileName()];
    const header = { schema: 1, format: 2, version: '9.9.9', takenAt: new Date().toISOString(), tables: [] };
    await writeBackup(file, { ...header, schema: 999 });
    expect((await runOutturn('postgres://127.0.0.1:1/none', 'restore', '--keep-keys', file)).errors).toMatch(
      /^The backup was made by Outturn 9\.9\.9 with schema number 999, and this version knows \d+\. .*\nNothing/,
    );
    const own = { name: 'developers', columns: ['id'], rows: 0 };
    await writeBackup(file, { ...header, tables: [own, { ...own, name: 'others' }] });
    expect((await runOutturn(url, 'restore', '--keep-keys', file)).errors).toMatch(
      /^The backup does not fit its schema number: agents, .*, others on one side only\.\nNothing/,
    );
    await writeFile(file, 'not a backup');
    expect((await runOutturn(url, 'restore', '--keep-keys', file)).errors).toBe(
      'The file is not a backup of Outturn, or its end is missing.\nNothing was restored.\n',
    );
    expect(await on(url, `select relname from pg_class where relname = 'agents'`)).toEqual([]);
  });

  test('backup whose columns or rows are others than its schema and its header say is refused', async () => {
    const [file, changed, url] = [fileName(), fileName(), await createEmpty()];
    await runOutturn(store.url, 'backup', file);
    const { header, tables } = await readBackup(file);
    const lines = Object.values(tables).flat();
    const refusalOf = async (change: Parameters<typeof writeBackup>[1], rows: readonly string[]) => {
      await writeBackup(changed, change, rows);
      return (await runOutturn(url, 'restore', '--keep-keys', changed)).errors;
    };
    const without = header.tables.map((table) =>
      table.name === 'reports' ? { ...table, columns: table.columns.slice(1) } : table,
    );
    expect(await refusalOf({ ...header, tables: without }, lines)).toMatch(
      /^The backup does not fit its schema number: reports\.\w+ on one side only\.\nNothing/,
    );
    expect(await refusalOf(header, [...lines, 'more'])).toBe(
      'The backup goes on after its last row.\nNothing was restored.\n',
    );
    expect(await on(url, `select relname from pg_class where relname = 'agents'`)).toEqual([]);
  });

  test('backup without tables, or of migrations that this version does not know, is refused', async () => {
    const url = await createEmpty();
    expect((await runOutturn(url, 'backup', fileName())).errors).toBe(
      'The schema public has no tables of Outturn. Check DATABASE_URL or DATA_DIR.\nNo backup was written.\n',
    );
    await on(store.url, `insert into migrations (name) values ('999-later')`);
    onTestFinished(async () => {
      await on(store.url, `delete from migrations where name = '999-later'`);
    });
    expect((await runOutturn(store.url, 'backup', fileName())).errors).toContain(
      'The database has the migration 999-later, which this version of Outturn does not know. Back up with a newer version.',
    );
  });
});

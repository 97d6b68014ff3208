import { beforeAll, describe, expect, test } from 'vitest';
import { usePrivateDatabase } from '../support/drivers/private-database.ts';
import { usePrivateService } from '../support/drivers/private-service.ts';
import { openAccount } from '../support/load/account.ts';
import { figure } from '../support/load/figures.ts';
import { captureCorrections } from '../support/plans/capture-corrections.ts';
import { captureLookups, type SentStatement } from '../support/plans/capture-statements.ts';
import { fillAccount } from '../support/plans/fill-account.ts';
import { wrongLookups } from '../support/plans/lookup-plans.ts';

const OTHER = 30_000;
const rows = figure(20_000, 1_000_000);

/** Statements that must be among those captured; names of shapes end with a hash. */
const known = [
  /^agents_id_of_key$/,
  /^tools_key_of_id$/,
  /^goals_exists$/,
  /^(revenues|outcomes|goals|events)_by_id$/,
  /^(revenues|outcomes|goals|events)_list/,
  /^(revenues|outcomes|goals|events)_of_each/,
  /^(revenues|outcomes|goals|events)_export$/,
  /^session_by_key$/,
  /^sessions_of_each/,
];

/** Without records, and without statistics of any. */
const empty = usePrivateDatabase();
const store = usePrivateDatabase();
const caller = usePrivateService(store, 8);
let statements: SentStatement[] = [];
/** Some of these only write. */
let corrections: SentStatement[] = [];
beforeAll(async () => {
  const { pool } = store.database;
  await pool.query(`do $$ declare t text; begin
    for t in select tablename from pg_tables where schemaname = 'public' loop
      execute format('alter table %I set (autovacuum_enabled = false)', t);
    end loop; end $$`);
  await fillAccount(store.database, (await openAccount(store.database)).developerId, OTHER);
  await pool.query('vacuum analyze');
  statements = await captureLookups(caller);
  corrections = await captureCorrections(caller);
}, 300_000);

const expectIndexes = async (database: typeof store.database) => {
  const found: string[] = [];
  for (const statement of [...statements, ...corrections]) {
    const { wrong, lookups } = await wrongLookups(database, statement);
    if (!corrections.includes(statement)) expect(lookups, statement.text).toBeGreaterThan(0);
    found.push(...wrong.map((problem) => `${statement.name || statement.text.slice(0, 60)}: ${problem}`));
  }
  expect(found).toEqual([]);
};

describe('every look-up uses the primary key or the unique index of the key', () => {
  test('and all statements with look-ups are read', () => {
    for (const name of known)
      expect(
        statements.filter((one) => name.test(one.name)),
        String(name),
      ).not.toEqual([]);
    // Those of MikroORM, of sessions.list and of questions have no name.
    for (const end of [/limit \S+$/, /limit \S+ for update$/])
      expect(statements.filter(({ text }) => text.startsWith('select "') && end.test(text))).not.toEqual([]);
    expect(statements.filter(({ name }) => name === '').length).toBeGreaterThan(10);
  });

  test('on empty tables', () => expectIndexes(empty.database));

  test('with statistics of another account', () => expectIndexes(store.database));

  test(`on ${rows} rows more, before and after they are analyzed`, async () => {
    await fillAccount(store.database, caller.principal.developerId, rows);
    await expectIndexes(store.database);
    await store.database.pool.query('analyze');
    await expectIndexes(store.database);
  }, 900_000);
});

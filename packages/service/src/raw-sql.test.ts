import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** The files that have SQL, by the reason for it: see docs/decisions/016-mikroorm-and-raw-sql.md. */
const named: Record<string, string[]> = {
  'one atomic statement with several effects': [
    'ledger/recording-statement.ts',
    'ledger/upsert-dimensions.ts',
    'ledger/generated-records.ts',
    'ledger/resolve-reservations.ts',
    'ledger/reservations.ts',
  ],
  'rows become JSON without objects between': [
    'reading/read-records.ts',
    'records/reading/list-records.ts',
    'records/reading/read-per-parent.ts',
    'records/export-records.ts',
  ],
  'look-ups that several statements share': ['database/lookup-sql.ts'],
  'replicas answer, through a pool with a time limit': [
    'catalogue/definition/list-dimensions.ts',
    'catalogue/sessions/read-sessions.ts',
    'catalogue/sessions/session-summary.ts',
  ],
  'text of numbers, without objects between': ['price-book/price-book.ts'],
  'one look at the tables of all kinds': ['people/operators/has-records.ts'],
  'sums over deltas and rollups': [
    'rollups/rollup-sql.ts',
    'rollups/rollup-deltas.ts',
    'rollups/verify-rollups.ts',
    'people/accounts/get-account.ts',
  ],
  'statements that are put together from a question': [
    'analytics/slice-conditions.ts',
    'analytics/distinct-counts.ts',
    'analytics/goal-rows.ts',
    'analytics/group-folding.ts',
    'analytics/group-order.ts',
    'analytics/group-statement.ts',
    'analytics/parameters.ts',
    'analytics/records-statement.ts',
    'analytics/row-keys.ts',
    'analytics/row-sql.ts',
    'analytics/spread.ts',
    'analytics/statement-draft.ts',
    'analytics/statements.ts',
    'analytics/top-n-sql.ts',
    'analytics/record-limit.ts',
  ],
  'no table': [
    'analytics/snapshot.ts',
    'database/notify.ts',
    'live/commit-feed.ts',
    'people/operators/command-events.ts',
    'database/measure-clock.ts',
  ],
  'numbers and snapshots of transactions': [
    'live/commit-log.ts',
    'database/distribution/one-server.ts',
    'database/distribution/citus.ts',
  ],
  'on the way of each call': [
    'people/api-keys/authenticator.ts',
    'people/accounts/session-reader.ts',
    'database/schema-requirement.ts',
  ],
  "within better-auth's transaction": [
    'people/accounts/create-user-developer.ts',
    'people/accounts/redeem-claim.ts',
  ],
  'a lock that no row stands for': ['prices/repricing.ts'],
  '`for key share`': ['people/accounts/lock-caller.ts'],
  'one snapshot of all tables of tenants': ['people/accounts/claim-developer.ts'],
  'positions and marks of replicas': [
    'database/replicas/primary-position.ts',
    'database/replicas/replica.ts',
  ],
  'sessions, settings, locks and catalogs of the server': [
    'database/busy-error.ts',
    'database/listener.ts',
    'database/probe-pooler.ts',
    'database/readiness.ts',
    'database/connection-limit.ts',
    'database/with-lock.ts',
    'database/distribution/find-distribution.ts',
    'migrate.ts',
    'database/find-schema.ts',
    'database/grants.ts',
    'database/with-transaction-client.ts',
    'database/pending-migrations.ts',
    'database/inspection/inspect-server.ts',
    'database/inspection/inspect-schema.ts',
    'database/inspection/inspect-replica.ts',
    'database/orm-config.ts',
    'database/statistics.ts',
    'database/unlimited.ts',
  ],
  'versions of records in two tables, and their locks': [
    'dimensions/dimension-cache.ts',
    'ledger/correcting/correct-in-transaction.ts',
    'ledger/repricing/read-steps.ts',
    'ledger/repricing/repriced.ts',
    'ledger/repricing/take-step.ts',
    'ledger/correcting/find-contradictions.ts',
    'ledger/correcting/locate-records.ts',
    'ledger/correcting/reserve.ts',
    'ledger/correcting/read-corrections.ts',
    'ledger/correcting/upsert-named.ts',
    'ledger/correcting/write-changes.ts',
    'records/list-corrections.ts',
    'records/reading/read-history.ts',
  ],
  'trees of spans, over which statements recurse, and counts of their sources': [
    'traces/forget-spans.ts',
    'traces/kept-spans.ts',
    'traces/lock-traces.ts',
    'traces/source-counts.ts',
    'traces/sources.ts',
    'traces/span-follower.ts',
    'traces/told-events.ts',
    'traces/traces.ts',
  ],
  'copies of tables': [
    'backup/backup-tables.ts',
    'backup/take-backup.ts',
    'backup/restore-backup.ts',
    'backup/end-access.ts',
  ],
};

/** A literal that begins with a verb of SQL, or a line of one. */
const statement =
  /^(?!\s*(?:\/\/|\*|\/\*)).*?[`'"(]\s*(?:with |select |insert into |update \$|delete from )|^\s+(?:select|insert into|update|delete from) [$(\w]/m;

test.each([
  ["rows('x', 'select 1 from users')", true],
  ['const sql = `\n    delete from users`;', true],
  ["// The statement 'select 1' is no code.", false],
  ["em.find(User, { email: 'update' })", false],
])('%s has SQL: %s', (source, hasSql) => expect(statement.test(source)).toBe(hasSql));

test('only the named files have SQL', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !/test\.ts$|fixture|migrations\//.test(name),
  );
  const withSql = files.filter((name) =>
    statement.test(readFileSync(path.join(import.meta.dirname, name), 'utf8')),
  );
  expect(withSql.sort()).toEqual(Object.values(named).flat().sort());
});

import type { Database } from './database.ts';
import { unfinishedOf } from './finish-schema.ts';
import effects from './migrations/effects.json' with { type: 'json' };
import { type MigrationState, migrationState } from './pending-migrations.ts';
import { GIVE_UP_AFTER, LOCK_TIMEOUT } from './run-migrations.ts';

/** The effect of a migration on a table that existed before. */
export type TableEffect = {
  table: string;
  /** The strongest mode, as in PostgreSQL's documentation. */
  lock: string;
  /** Whether it scans the table or an index of it. */
  reads: boolean;
  changesRows: boolean;
  rewrites: boolean;
};

export type PlannedTable = TableEffect & {
  /** Denied to other sessions meanwhile. */
  blocks: 'reads and writes' | 'writes' | 'nothing';
  /** As PostgreSQL estimates; null before its first estimate, and on Citus. */
  rows: number | null;
  /** With indexes. 0 for a table that pending migrations create, null on Citus. */
  bytes: number | null;
};

export type PlannedMigration = {
  name: string;
  /** Null for migrations of the first release, which are not measured. */
  tables: PlannedTable[] | null;
};

export type MigrationPlan = {
  /** Whether Outturn has no tables in it yet. */
  isNew: boolean;
  pending: PlannedMigration[];
  /** The effects of `finishMigrations`, if the second step is left after the pending migrations. */
  finish: PlannedTable[] | null;
  /** Migrations of a newer version that ran here. */
  unknown: string[];
  /** Milliseconds that a migration waits for a lock at a time. */
  lockTimeout: number;
  /** Milliseconds until a migration that gets no lock fails. */
  givesUpAfter: number;
};

type Size = Pick<PlannedTable, 'rows' | 'bytes'>;

/** Measured by a test on the dumps of all releases. */
const measured: Readonly<Record<string, readonly TableEffect[]>> = effects.migrations;

/** Changes nothing, and reads no table of records. */
export async function planMigrations(database: Database): Promise<MigrationPlan> {
  const { ran, pending, unknown } = await migrationState(database);
  const sizes = await sizesOf(database);
  const isNew = ran.length === 0;
  return {
    isNew,
    pending: pending.map(({ name }) => ({ name, tables: planned(measured[name], sizes) })),
    finish: !isNew && (await needsFinish(database, pending)) ? planned(effects.finish, sizes) : null,
    unknown,
    lockTimeout: LOCK_TIMEOUT,
    givesUpAfter: GIVE_UP_AFTER,
  };
}

async function needsFinish(database: Database, pending: MigrationState['pending']): Promise<boolean> {
  if (pending.some((migration) => 'needsFinish' in migration)) return true;
  const { number, data } = await unfinishedOf(database.fork());
  return number || data;
}

async function sizesOf(database: Database): Promise<Map<string, Size>> {
  const names = [
    ...new Set([...Object.values(measured).flat(), ...effects.finish].map(({ table }) => table)),
  ];
  const rows = await database.rows(
    'plan_sizes',
    `select name, reltuples, pg_total_relation_size(c.oid)
     from unnest($1::text[]) name join pg_class c on c.oid = to_regclass(format('%I.%I', $2::text, name))`,
    [names, database.schemaName],
  );
  // There, the rows are on other servers.
  const isElsewhere = database.distribution.name === 'Citus';
  return new Map(
    rows.map(([name, tuples, bytes]) => [
      name as string,
      {
        rows: isElsewhere || Number(tuples) < 0 ? null : Number(tuples),
        bytes: isElsewhere ? null : Number(bytes),
      },
    ]),
  );
}

function planned(
  tables: readonly TableEffect[] | undefined,
  sizes: ReadonlyMap<string, Size>,
): PlannedTable[] | null {
  if (!tables) return null;
  return tables.map((effect) => ({
    ...effect,
    blocks: blockedBy(effect.lock),
    ...(sizes.get(effect.table) ?? { rows: 0, bytes: 0 }),
  }));
}

function blockedBy(lock: string): PlannedTable['blocks'] {
  if (lock === 'ACCESS EXCLUSIVE') return 'reads and writes';
  return ['SHARE', 'SHARE ROW EXCLUSIVE', 'EXCLUSIVE'].includes(lock) ? 'writes' : 'nothing';
}

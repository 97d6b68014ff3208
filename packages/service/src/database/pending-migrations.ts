import type { Database } from './database.ts';
import { type Migrating, migrations } from './migrations/index.ts';
import { qualifiedName } from './table-names.ts';

export type MigrationState = {
  pending: readonly Migrating[];
  /** Migrations of a newer version that ran here. */
  unknown: string[];
};

/** Changes nothing, where MikroORM would create its table. */
export async function migrationState(database: Database): Promise<MigrationState> {
  const ran = await executedMigrations(database);
  const known: readonly string[] = migrations.map(({ name }) => name);
  return {
    pending: migrations.filter(({ name }) => !ran.includes(name)),
    unknown: ran.filter((name) => !known.includes(name)),
  };
}

async function executedMigrations(database: Database): Promise<string[]> {
  const table = qualifiedName(database, 'migrations');
  const [found] = await database.rows('migrations_table', 'select to_regclass($1)::text', [table]);
  if (!found?.[0]) return [];
  const rows = await database.rows('migrations_executed', `select name from ${table} order by name`, []);
  return rows.map(([name]) => name as string);
}

import type { Database } from './database.ts';
import { withLock } from './with-lock.ts';

/** Runs what is pending, one process at a time. Returns the names of the migrations that ran. */
export async function migrate(database: Database): Promise<string[]> {
  const done = await withLock(database, 'outturn migrations', () => database.orm.migrator.up());
  return done.map(({ name }) => name);
}

/** Migrations that this version knows and the database lacks. */
export async function pendingMigrations({ orm }: Database): Promise<string[]> {
  return (await orm.migrator.getPending()).map(({ name }) => name);
}

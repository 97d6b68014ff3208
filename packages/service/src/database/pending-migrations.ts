import type { Database } from './database.ts';

/** Migrations that this version knows and the database lacks. */
export async function pendingMigrations({ orm }: Database): Promise<string[]> {
  return (await orm.migrator.getPending()).map(({ name }) => name);
}

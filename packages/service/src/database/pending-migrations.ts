import type { Database } from './database.ts';

export async function pendingMigrations({ orm }: Database): Promise<string[]> {
  return (await orm.migrator.getPending()).map(({ name }) => name);
}

import { forgetCommitsOfOthers } from '../kernel/live/commits.ts';
import type { Database } from './database.ts';
import { distribute } from './distribution.ts';
import { withLock } from './with-lock.ts';

export type Migrated = {
  /** The names of the migrations that ran. */
  ran: string[];
  /** The tables that were distributed over the nodes of a Citus cluster. */
  distributed: string[];
};

/**
 * Runs what is pending and, where the database has the extension Citus, distributes what is new; one process at a time. Whoever
 * serves does so first, so that a dump that was restored is made fit for this server as well.
 */
export function migrate(database: Database): Promise<Migrated> {
  return withLock(database, 'outturn migrations', async () => {
    const done = await database.orm.migrator.up();
    const distributed = await distribute(database);
    await forgetCommitsOfOthers(database);
    return { ran: done.map(({ name }) => name), distributed };
  });
}

/** Migrations that this version knows and the database lacks. */
export async function pendingMigrations({ orm }: Database): Promise<string[]> {
  return (await orm.migrator.getPending()).map(({ name }) => name);
}

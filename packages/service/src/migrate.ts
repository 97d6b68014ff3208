import type { Database } from './database/database.ts';
import { withLock } from './database/with-lock.ts';
import { forgetCommitsOfOthers } from './live/commit-log.ts';

export type Migrated = {
  ran: string[];
  /** Tables distributed over the nodes of a cluster. */
  distributed: string[];
};

/**
 * Runs pending migrations and distributes new tables, one process at a time. Servers call it at the start, which also
 * prepares a restored dump.
 */
export function migrate(database: Database): Promise<Migrated> {
  return withLock(database, 'outturn migrations', async () => {
    const done = await database.orm.migrator.up().catch(async (error: unknown) => {
      throw (await missingGrant(database, error)) ?? error;
    });
    const distributed = await database.distribution.distribute(database);
    await forgetCommitsOfOthers(database);
    return { ran: done.map(({ name }) => name), distributed };
  });
}

/** Since PostgreSQL 15 only the database owner may create tables. */
async function missingGrant(database: Database, cause: unknown): Promise<Error | undefined> {
  const [what, schema] = /permission denied for schema (\S+)/.exec(String(cause)) ?? [];
  if (what === undefined) return undefined;
  const [row] = await database.rows('current_role', 'select quote_ident(current_user)', []);
  return new Error(
    `Tables cannot be created with DATABASE_URL: ${what}. As the owner of the database, run: grant usage, create on schema ${schema} to ${row?.[0]};`,
    { cause },
  );
}

import type { Database } from './database/database.ts';
import { runMigrations } from './database/run-migrations.ts';
import { withLock } from './database/with-lock.ts';
import { forgetCommitsOfOthers } from './live/commit-log.ts';

export type Migrated = {
  ran: string[];
  /** Tables distributed over the nodes of a cluster. */
  distributed: string[];
};

/**
 * Runs pending migrations and distributes new tables. Servers call it at the start, which also prepares a restored
 * dump. The release before works on the result, unless a migration has a fence.
 */
export function migrate(database: Database): Promise<Migrated> {
  return withMigrationLock(database, async () => {
    const ran = await runMigrations(database).catch(explainGrant(database));
    const distributed = await database.distribution.distribute(database);
    await forgetCommitsOfOthers(database);
    // A newer version may have migrated while this one waited for the lock.
    await database.schema.read(database.pool);
    return { ran, distributed };
  });
}

/** One process at a time. */
export function withMigrationLock<T>(database: Database, work: () => Promise<T>): Promise<T> {
  return withLock(database, 'outturn migrations', work);
}

/** Since PostgreSQL 15 only the database owner may create tables. */
export function explainGrant(database: Database): (cause: unknown) => Promise<never> {
  return async (cause) => {
    const [what, schema] = /permission denied for schema (\S+)/.exec(String(cause)) ?? [];
    if (what === undefined) throw cause;
    const [row] = await database.rows('current_role', 'select quote_ident(current_user)', []);
    throw new Error(
      `Tables cannot be created with DATABASE_URL: ${what}. As the owner of the database, run: grant usage, create on schema ${schema} to ${row?.[0]};`,
      { cause },
    );
  };
}

import { setTimeout } from 'node:timers/promises';
import { isLockTimeout } from '../base/pg-error.ts';
import type { Database } from './database.ts';
import { pendingMigrations } from './pending-migrations.ts';

/** Milliseconds, which records wait, too. */
export const LOCK_TIMEOUT = 500;
const PAUSE = 1_000;
export const GIVE_UP_AFTER = 60_000;

/** One transaction each: none keeps locks while the next waits. */
export async function runMigrations(database: Database, giveUpAfter = GIVE_UP_AFTER): Promise<string[]> {
  const names = await pendingMigrations(database);
  const deadline = performance.now() + giveUpAfter;
  for (const name of names) {
    const run = () => runMigration(database, name).then(() => true, refuseOthers(name));
    while (!(await run())) {
      if (performance.now() > deadline)
        throw new Error(
          `Another session, such as a backup, uses a table that the migration ${name} changes. Try again later.`,
        );
      await setTimeout(PAUSE);
    }
  }
  return names;
}

async function runMigration(database: Database, name: string): Promise<void> {
  await database.transactional(async (em) => {
    await em.execute(`set local lock_timeout = ${LOCK_TIMEOUT}`);
    await database.orm.migrator.up({ migrations: [name], transaction: em.getTransactionContext() });
  });
}

function refuseOthers(name: string): (cause: unknown) => false {
  return (cause) => {
    if (isLockTimeout(cause)) return false;
    throw new Error(
      `The migration ${name} failed and changed nothing; those before it are kept. Remove the cause, and run outturn migrate again: ${(cause as Error).message}`,
      { cause },
    );
  };
}

import { setTimeout } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { isLockTimeout } from '../base/pg-error.ts';
import type { Database } from './database.ts';
import { revokeInherited, tablesIn } from './grants.ts';
import { type Migrating, numberOf } from './migrations/index.ts';
import { migrationState } from './pending-migrations.ts';
import { RequiredSchemaEntity } from './required-schema.entity.ts';
import { unlimited } from './unlimited.ts';

/** Milliseconds for which a migration waits for a lock. Recording waits behind it meanwhile. */
const LOCK_TIMEOUT = 500;
const PAUSE = 1_000;
const GIVE_UP_AFTER = 60_000;

/** One transaction each: none keeps locks while the next waits. */
export async function runMigrations(database: Database, giveUpAfter = GIVE_UP_AFTER): Promise<string[]> {
  const before = await tablesIn(database, database.fork());
  // MikroORM makes its own table outside of the transaction of a migration.
  await database.orm.migrator.getExecuted();
  await revokeInherited(database, database.fork(), before);
  const { pending } = await migrationState(database);
  const deadline = performance.now() + giveUpAfter;
  for (const migration of pending) {
    const { name } = migration;
    const run = () => runAlone(database, migration).then(() => true, falseAfterLockTimeout(name));
    while (!(await run())) {
      if (performance.now() > deadline)
        throw new Error(
          `Another session, such as a backup, uses a table that the migration ${name} changes. Try again later.`,
        );
      await setTimeout(PAUSE);
    }
  }
  return pending.map(({ name }) => name);
}

async function runAlone(database: Database, migration: Migrating): Promise<void> {
  await database.transactional(async (em) => {
    await em.execute(unlimited('transaction'));
    await em.execute(`set local lock_timeout = ${LOCK_TIMEOUT}`);
    const before = await tablesIn(database, em);
    await runMigration(database, em, migration);
    await revokeInherited(database, em, before);
  });
}

/** In the transaction of `em`, which also sets the fence: older gateways see both or neither. */
export async function runMigration(
  { orm }: Database,
  em: EntityManager,
  { name, fence }: Migrating,
): Promise<void> {
  await orm.migrator.up({ migrations: [name], transaction: em.getTransactionContext() });
  if (!fence) return;
  await em.execute(`alter table ${fence.from} rename to ${fence.to}`);
  await em.nativeUpdate(RequiredSchemaEntity, {}, { number: numberOf(name) });
}

function falseAfterLockTimeout(name: string): (cause: unknown) => false {
  return (cause) => {
    if (isLockTimeout(cause)) return false;
    throw new Error(
      `The migration ${name} failed and changed nothing; those before it are kept. Remove the cause, and run outturn migrate again: ${(cause as Error).message}`,
      { cause },
    );
  };
}

import { AgentEntity } from './catalogue/agents/agent.entity.ts';
import { CustomerEntity } from './catalogue/customers/customer.entity.ts';
import { dimensionEntity } from './catalogue/definition/dimension-commands.ts';
import { emptyDeleted } from './catalogue/definition/empty-deleted.ts';
import { GoalTypeEntity } from './catalogue/goal-types/goal-type.entity.ts';
import { settleSessions } from './catalogue/sessions/settle-sessions.ts';
import { ToolEntity } from './catalogue/tools/tool.entity.ts';
import type { Database } from './database/database.ts';
import { finishSchema, noteSettled, raiseRequirement, unfinishedOf } from './database/finish-schema.ts';
import { runMigrations } from './database/run-migrations.ts';
import { withLock } from './database/with-lock.ts';
import { forgetCommitsOfOthers } from './live/commit-log.ts';
import { recordKinds } from './records/record-kinds.ts';

export type Migrated = {
  ran: string[];
  /** Tables distributed over the nodes of a cluster. */
  distributed: string[];
  /** Whether `finishMigrations` has work. */
  needsFinish: boolean;
};

/**
 * Runs pending migrations and distributes new tables. Servers call it at the start, which also prepares a restored
 * dump. The release before works on the result.
 */
export function migrate(database: Database): Promise<Migrated> {
  return withMigrationLock(database, async () => {
    const isNew = (await database.orm.migrator.getExecuted().catch(explainGrant(database))).length === 0;
    const ran = await runMigrations(database).catch(explainGrant(database));
    const distributed = await database.distribution.distribute(database);
    await forgetCommitsOfOthers(database);
    // No older gateway has used it.
    if (isNew) {
      await raiseRequirement(database.fork());
      await noteSettled(database.fork());
    }
    await database.schema.read(database.pool);
    return { ran, distributed, needsFinish: await needsFinish(database) };
  });
}

/**
 * The second step: excludes gateways that do not know the migrations that need it, then settles what they left. Throws
 * while one is connected, and names it. Resolves to whether anything was left to do.
 */
export function finishMigrations(database: Database): Promise<boolean> {
  return withMigrationLock(database, async () => {
    const unfinished = await unfinishedOf(database.fork());
    if (unfinished.number) await finishSchema(database);
    if (unfinished.data) {
      await settleSessions(database, recordKinds);
      await emptyDeleted(
        database,
        [AgentEntity, CustomerEntity, GoalTypeEntity, ToolEntity].map(dimensionEntity),
      );
      await noteSettled(database.fork());
    }
    return unfinished.number || unfinished.data;
  });
}

/** One process at a time. */
export function withMigrationLock<T>(database: Database, work: () => Promise<T>): Promise<T> {
  return withLock(database, 'outturn migrations', work);
}

async function needsFinish(database: Database): Promise<boolean> {
  const { number, data } = await unfinishedOf(database.fork());
  return number || data;
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

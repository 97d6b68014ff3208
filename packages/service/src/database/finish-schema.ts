import type { EntityManager } from '@mikro-orm/postgresql';
import { isLockTimeout } from '../base/pg-error.ts';
import { APPLICATION } from './connection.ts';
import type { Database } from './database.ts';
import { finishedNumber, schemaNumber } from './migrations/index.ts';
import { RequiredSchemaEntity } from './required-schema.entity.ts';
import { required } from './schema-requirement.ts';

/** Milliseconds. New connections of gateways wait behind this lock. */
const LOCK_TIMEOUT = 1_000;

/**
 * Raises the required number, which the lock keeps others from reading meanwhile: a gateway is among the sessions, or
 * reads the new number. Throws for sessions of older versions.
 */
export async function finishSchema(database: Database): Promise<void> {
  await database.transactional(async (em) => {
    await em.execute(`set local lock_timeout = ${LOCK_TIMEOUT}`);
    await em.execute(`lock table ${required} in access exclusive mode`).catch((cause: unknown) => {
      if (!isLockTimeout(cause)) throw cause;
      throw new Error(`Another session, such as a backup, uses the table ${required}. Try again later.`, {
        cause,
      });
    });
    const older = await olderSessions(em);
    if (older.length > 0)
      throw new Error(
        `Gateways of an older version are connected, so nothing was changed. Stop them and run this again:\n  ${older.join('\n  ')}`,
      );
    await raiseRequirement(em);
  });
  await database.schema.read(database.pool);
}

export async function raiseRequirement(em: EntityManager): Promise<void> {
  await em.nativeUpdate(RequiredSchemaEntity, {}, { number: finishedNumber });
}

export async function noteSettled(em: EntityManager): Promise<void> {
  await em.nativeUpdate(RequiredSchemaEntity, {}, { settled: finishedNumber });
}

export async function unfinishedOf(em: EntityManager): Promise<{ number: boolean; data: boolean }> {
  const [{ number, settled } = { number: 0, settled: 0 }] = await em.find(RequiredSchemaEntity, {});
  return { number: number < finishedNumber, data: settled < finishedNumber };
}

/** Sessions of this role or of the tables' owner, or named as a gateway's, that do not say that they know the number. */
function olderSessions(em: EntityManager): Promise<string[]> {
  return sessionsWhere(
    em,
    `(usename in (current_user, pg_get_userbyid((select relowner from pg_class where oid = '${required}'::regclass)))
       or ${isNamed}) and ${NUMBER} < ?`,
    finishedNumber,
  );
}

/** Sessions named as a gateway's that know another number than this version. */
export function sessionsOfOtherVersions(em: EntityManager): Promise<string[]> {
  return sessionsWhere(em, `${isNamed} and ${NUMBER} <> ?`, schemaNumber);
}

const isNamed = `application_name ~ '^${APPLICATION}'`;
const NUMBER = `coalesce(substring(application_name from '^${APPLICATION}/(\\d{1,6})\\y')::int, 0)`;

/** Names and roles of sessions are visible to every role; types and addresses only to some. */
async function sessionsWhere(em: EntityManager, condition: string, number: number): Promise<string[]> {
  const rows = await em.execute<{ session: string }[]>(
    `select format('%s (role %s%s): %s connections', coalesce(nullif(application_name, ''), 'without a name'),
       usename, ' at ' || host(client_addr), count(*)) as session
     from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and coalesce(backend_type, 'client backend') = 'client backend' and ${condition}
     group by application_name, usename, client_addr order by 1`,
    [number],
  );
  return rows.map(({ session }) => session);
}

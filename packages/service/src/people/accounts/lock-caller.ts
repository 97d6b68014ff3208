import type { EntityManager } from '@mikro-orm/postgresql';
import { OutturnError, sessionEnded, tooBusy } from '../../base/errors.ts';
import type { SessionPrincipal } from '../../base/principal.ts';
import type { Database } from '../../database/database.ts';
import { namesOf } from '../../database/entity-metadata.ts';
import { databaseNow } from '../../database/entity-properties.ts';
import { User } from './user.entity.ts';
import { UserSession } from './user-session.entity.ts';

/**
 * Milliseconds that writing the mark may take. A mark counts for two minutes from the beginning of its transaction;
 * if it is confirmed much later, it may expire before the records are written, so the record is refused instead.
 */
const TOUCH_TIMEOUT = 10_000;

const u = namesOf(User, 'u');
const s = namesOf(UserSession, 's');

/**
 * Keeps the user and the session as they are until the transaction of a command ends: a claim, which moves the user
 * to another developer, and the end of the session wait for it. Throws if the user has moved already, or the session
 * has ended.
 */
export async function lockCaller(
  em: EntityManager,
  { userId, sessionId, developerId }: SessionPrincipal,
): Promise<void> {
  // `for key share` conflicts only with `for update`, changes of keys and deletions. Marks and updates by better-auth
  // may pass; `for share`, which MikroORM has, would make them wait.
  const rows: unknown[] = await em.execute(
    `select 1 from ${u} join ${s} on ${s.userId} = ${u.id}
     where ${u.id} = ? and ${u.developerId} = ? and ${s.id} = ? for key share of u, s`,
    [userId, developerId, sessionId],
  );
  if (rows.length > 0) return;
  throw (await em.count(UserSession, { id: sessionId })) > 0 ? developerChanged() : sessionEnded();
}

/**
 * Does for a record what `lockCaller` does for a command. The statement of a record belongs to many records and
 * callers, so it cannot hold a lock on one user until the record is written. Instead it marks the user with the time:
 * a claim is refused for two minutes after a mark, which is longer than any record takes. Throws if the user has
 * moved to another developer.
 */
export async function touchRecordingAt(
  database: Database,
  { userId, developerId }: SessionPrincipal,
): Promise<void> {
  const began = performance.now();
  const marked = await database.transactional((em) =>
    em.nativeUpdate(User, { id: userId, developerId }, { recordingAt: databaseNow() }),
  );
  if (marked === 0) throw developerChanged();
  if (performance.now() - began > TOUCH_TIMEOUT) throw tooBusy();
}

function developerChanged(): OutturnError {
  return new OutturnError('Rate Limit Exceeded', {
    message: 'Your account was taking over another developer. Retry after a second.',
    retryAfter: 1,
  });
}

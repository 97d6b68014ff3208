import type { EntityManager } from '@mikro-orm/postgresql';
import { OutturnError, sessionEnded, tooBusy } from '../../base/errors.ts';
import type { SessionPrincipal } from '../../base/principal.ts';
import type { Database } from '../../database/database.ts';
import { namesOf } from '../../database/entity-metadata.ts';
import { databaseNow } from '../../database/entity-properties.ts';
import { User } from './user.entity.ts';
import { UserSession } from './user-session.entity.ts';

/** Milliseconds: a timestamp written later may expire before the records are written. */
const TOUCH_TIMEOUT = 10_000;

const u = namesOf(User, 'u');
const s = namesOf(UserSession, 's');

/** Holds user and session for the transaction. Throws if the user left the developer or the session ended. */
export async function lockCaller(
  em: EntityManager,
  { userId, sessionId, developerId }: SessionPrincipal,
): Promise<void> {
  // MikroORM lacks `for key share`, which lets marks and better-auth's updates pass.
  const rows: unknown[] = await em.execute(
    `select 1 from ${u} join ${s} on ${s.userId} = ${u.id}
     where ${u.id} = ? and ${u.developerId} = ? and ${s.id} = ? for key share of u, s`,
    [userId, developerId, sessionId],
  );
  if (rows.length > 0) return;
  throw (await em.count(UserSession, { id: sessionId })) > 0 ? developerChanged() : sessionEnded();
}

/**
 * Shared recording statements cannot lock the user, so the timestamp keeps it in place for two minutes, longer than any
 * record takes.
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

import type { EntityManager } from '@mikro-orm/postgresql';
import { OutturnError, sessionEnded, tooBusy } from '../base/errors.ts';
import type { SessionPrincipal } from '../base/principal.ts';
import type { Database } from '../database/database.ts';

/** In milliseconds: a mark that took longer may be over before what it is for. */
const MARKED_WITHIN = 10_000;

/**
 * Locks the user, their developer and their session until the transaction ends, so that none of its writes is lost. Throws if
 * the user has left the developer since the session was looked up, or if the session has ended.
 */
export async function holdDeveloper(
  em: EntityManager,
  { userId, sessionId, developerId }: SessionPrincipal,
): Promise<void> {
  const rows: unknown[] = await em.execute(
    `select 1 from users u join user_sessions s on s.user_id = u.id
     where u.id = ? and u.developer_id = ? and s.id = ? for key share of u, s`,
    [userId, developerId, sessionId],
  );
  if (rows.length > 0) return;
  const sessions: unknown[] = await em.execute('select 1 from user_sessions where id = ?', [sessionId]);
  throw sessions.length > 0 ? leftBehind() : sessionEnded();
}

/**
 * The same for records, whose statement is not the user's own: a user who has just begun to record does not leave their
 * developer behind for two minutes, within which every record has found its fate.
 */
export async function markRecording(
  database: Database,
  { userId, developerId }: SessionPrincipal,
): Promise<void> {
  const began = performance.now();
  const marked: unknown[] = await database.transactional((em) =>
    em.execute('update users set recording_at = now() where id = ? and developer_id = ? returning id', [
      userId,
      developerId,
    ]),
  );
  if (marked.length === 0) throw leftBehind();
  if (performance.now() - began > MARKED_WITHIN) throw tooBusy();
}

function leftBehind(): OutturnError {
  return new OutturnError('Rate Limit Exceeded', {
    message: 'Your account was taking over another developer. Retry after a second.',
    retryAfter: 1,
  });
}

import type { EntityManager } from '@mikro-orm/postgresql';
import { OutturnError } from './errors.ts';
import type { SessionPrincipal } from './principal.ts';

/**
 * Keeps a user from leaving their developer behind until the transaction ends: what it writes would be seen by nobody.
 * Throws when they have left it since their session was looked up. Nothing was done, so the call can be made again.
 */
export async function holdDeveloper(
  em: EntityManager,
  { userId, developerId }: SessionPrincipal,
): Promise<void> {
  const rows: unknown[] = await em.execute(
    'select id from users where id = ? and developer_id = ? for key share',
    [userId, developerId],
  );
  if (rows.length > 0) return;
  throw new OutturnError('Rate Limit Exceeded', {
    message: 'Your account was taking over another developer. Retry after a second.',
    retryAfter: 1,
  });
}

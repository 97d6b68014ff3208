import { type OutturnError, sessionEnded } from '../../base/errors.ts';
import type { Plan, SessionPrincipal } from '../../base/principal.ts';
import { ACCOUNT_SCOPE, type Scope } from '../../base/scopes.ts';
import type { Database } from '../../database/database.ts';
import { giveDeveloper } from './give-developer.ts';

/**
 * Authenticates a session. Each call reads the database, by the token's index, so that signing out, changing the password
 * or claiming a developer takes effect at once on every gateway.
 */
export async function authenticateSession(
  database: Database,
  token: string,
  { defaultPlan, scopes }: { defaultPlan: Plan; scopes: readonly Scope[] },
): Promise<SessionPrincipal | OutturnError> {
  const [row] = await database.quick(
    'session_by_token',
    `select s.id, u.id, u.developer_id, u.email, (extract(epoch from s.expires_at - now()) * 1000)::bigint, d.plan
     from user_sessions s join users u on u.id = s.user_id left join developers d on d.id = u.developer_id
     where s.token = $1 and s.expires_at > now()`,
    [token],
  );
  if (!row) return sessionEnded();
  const [sessionId, userId, developerId, email, remaining, plan] = row as [
    string,
    string,
    string,
    string,
    string,
    Plan | null,
  ];
  // An older gateway stopped between creating the user and the developer.
  if (plan === null) await giveDeveloper(database.rows, { developerId, email, plan: defaultPlan });
  const expiresAt = Date.now() + Number(remaining);
  return {
    kind: 'session',
    sessionId,
    userId,
    developerId,
    expiresAt,
    plan: plan ?? defaultPlan,
    scopes: new Set([...scopes, ACCOUNT_SCOPE]),
  };
}

/** Removes expired sessions. */
export async function forgetExpiredSessions(database: Database): Promise<void> {
  await database.rows('sessions_expire', 'delete from user_sessions where expires_at < now()', []);
}

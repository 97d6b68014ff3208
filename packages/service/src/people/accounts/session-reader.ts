import { type OutturnError, sessionEnded } from '../../base/errors.ts';
import type { Plan, SessionPrincipal } from '../../base/principal.ts';
import { ACCOUNT_SCOPE, type Scope } from '../../base/scopes.ts';
import type { Database } from '../../database/database.ts';
import { namesOf } from '../../database/entity-metadata.ts';
import { databaseNow } from '../../database/entity-properties.ts';
import { Developer } from '../developers/developer.entity.ts';
import { giveDeveloper } from './create-user-developer.ts';
import { User } from './user.entity.ts';
import { UserSession } from './user-session.entity.ts';

const s = namesOf(UserSession, 's');
const u = namesOf(User, 'u');
const d = namesOf(Developer, 'd');

/** Not cached, so that sign-outs and claims take effect at once on every gateway. */
export async function authenticateSession(
  database: Database,
  token: string,
  { defaultPlan, scopes }: { defaultPlan: Plan; scopes: readonly Scope[] },
): Promise<SessionPrincipal | OutturnError> {
  const [row] = await database.quick(
    'session_by_token',
    `select ${s.id}, ${u.id}, ${u.developerId}, ${u.email}, (extract(epoch from ${s.expiresAt} - now()) * 1000)::bigint, ${d.plan}
     from ${s} join ${u} on ${u.id} = ${s.userId} left join ${d} on ${d.id} = ${u.developerId}
     where ${s.token} = $1 and ${s.expiresAt} > now()`,
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
  // An older gateway stopped between creating user and developer.
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

export async function forgetExpiredSessions(database: Database): Promise<void> {
  await database.fork().nativeDelete(UserSession, { expiresAt: { $lt: databaseNow() } });
}

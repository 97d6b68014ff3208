import { randomBytes } from 'node:crypto';
import type { Plan } from '../../base/principal.ts';
import type { Database } from '../../database/database.ts';
import { User } from '../accounts/user.entity.ts';
import { UserSession } from '../accounts/user-session.entity.ts';
import { newPassword } from './reset-password.ts';

type NewAccount = { email: string; name: string; plan: Plan };

/** Works in every sign-up mode. Only this returns the password. Throws if the email is invalid or taken. */
export async function createAccount(
  database: Database,
  account: NewAccount,
): Promise<{ password: string; userId: string }> {
  const email = account.email.toLowerCase();
  const there = await database.fork().findOne(User, { email });
  if (there) {
    const quoted = JSON.stringify(email);
    throw new Error(
      `There is an account ${quoted} already, created ${there.createdAt.toISOString()}. For a new password: outturn accounts reset-password ${quoted}`,
    );
  }
  // better-auth loads slowly.
  const { createAuth } = await import('../accounts/auth.ts');
  const faults: string[] = [];
  const auth = createAuth(database, database.pool, {
    // Signs only the session deleted below.
    secret: randomBytes(32).toString('base64'),
    defaultPlan: account.plan,
    onFault: (message) => faults.push(message),
  });
  const password = newPassword();
  const userId = await auth.createAccount({ email, name: account.name, password }).catch((cause: Error) => {
    throw new Error(`No account was made: ${faults[0] ?? cause.message}`, { cause });
  });
  // better-auth signs in each user that it creates.
  await database.fork().nativeDelete(UserSession, { userId });
  return { password, userId };
}

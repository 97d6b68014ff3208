import { randomBytes } from 'node:crypto';
import type { Database } from '../database/database.ts';
import type { Plan } from '../kernel/principal.ts';
import { newPassword } from './reset-password.ts';
import { User } from './user.entity.ts';

type NewAccount = { email: string; name: string; plan: Plan };

/**
 * Makes an account with a random password, and its developer, whoever may sign up. The password is returned here and
 * never again. Throws when the email has an account already, or is none.
 */
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
  // Only here and in a server it is needed, and it takes a while to load.
  const { createAuth } = await import('./auth.ts');
  const faults: string[] = [];
  const auth = createAuth(database, database.pool, {
    // Signs nothing that is kept.
    secret: randomBytes(32).toString('base64'),
    defaultPlan: account.plan,
    onFault: (message) => faults.push(message),
  });
  const password = newPassword();
  const userId = await auth.createAccount({ email, name: account.name, password }).catch((cause: Error) => {
    throw new Error(`No account was made: ${faults[0] ?? cause.message}`, { cause });
  });
  // better-auth signs in each user that it makes.
  await database.rows('sessions_of_user_end', 'delete from user_sessions where user_id = $1', [userId]);
  return { password, userId };
}

import { randomBytes } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { User } from './user.entity.ts';
import { UserAccount } from './user-account.entity.ts';
import { UserSession } from './user-session.entity.ts';

/** How better-auth calls the way to sign in that is an email and a password. */
const PASSWORD = 'credential';

/**
 * Gives a user a new, random password and ends all of their sessions, together and at once on every gateway. The password
 * is returned here and never again; undefined when nobody has signed up with the email.
 */
export async function resetPassword(database: Database, email: string): Promise<string | undefined> {
  // Only here and in a server it is needed, and it takes a while to load.
  const { hashPassword } = await import('better-auth/crypto');
  const password = randomBytes(18).toString('base64url');
  const hash = await hashPassword(password);
  return database.transactional(async (em) => {
    // As better-auth keeps and looks for it.
    const user = await em.findOne(User, { email: email.toLowerCase() });
    if (!user) return undefined;
    const changed = await em.nativeUpdate(
      UserAccount,
      { userId: user.id, providerId: PASSWORD },
      { password: hash, updatedAt: new Date() },
    );
    if (changed === 0) return undefined;
    await em.nativeDelete(UserSession, { userId: user.id });
    return password;
  });
}
